import Reports
import Versions

/// The values of the graph's template: the components in columns, those around a chosen one, and the
/// requirements as a table.
struct GraphPage: Sendable {
  let page: PageFrame
  let summary: String
  let query: String
  let isFiltered: Bool
  let columns: [GraphColumn]
  let isEmpty: Bool
  /// Finished HTML; `nil` where it would be too large to be read.
  let picture: String?
  let chosen: Chosen?
  let requirements: [Row]
  let hasRequirements: Bool
  /// How many requirements are not shown.
  let rest: String?
  let violations: String?
  let isLong: Bool

  /// Nobody finds anything in a larger picture, or in a longer table.
  private static let (mostDrawn, mostRows, mostOpenRows) = (40, 2_000, 100)

  /// The component that is looked at.
  struct Chosen: Sendable {
    let name: String
    let path: String
    /// Finished HTML; `nil` if it has no neighbours.
    let neighbours: String?
  }

  struct Row: Sendable {
    let from: String
    let fromPath: String
    let to: String
    let toPath: String
    let requirement: String
    let violation: String?
  }

  /// - Parameters:
  ///   - chosen: The component whose neighbours stand out; `nil` for none.
  ///   - query: What names must contain to stand out; empty for all.
  init(
    _ graph: ComponentGraph,
    around chosen: ComponentName?,
    query: String,
    frame page: PageFrame
  ) {
    (self.page, self.query) = (page, query)
    isEmpty = graph.nodes.isEmpty
    let marks = GraphMarks(graph, around: chosen, query: query)
    isFiltered = chosen != nil || !query.isEmpty
    columns = GraphColumn.all(of: graph, marks, page.paths)
    let isDrawn = !isEmpty && !isFiltered && graph.nodes.count <= Self.mostDrawn
    picture =
      isDrawn
      ? Self.picture(
        GraphDrawing(graph),
        title: "Components by layer, with an arrow to each required component; also listed in the"
          + " table below",
        path: { page.paths.component(graph.scope, $0) }
      ) : nil
    self.chosen = chosen.map { name in
      Chosen(
        name: name.text,
        path: page.paths.component(graph.scope, name),
        neighbours: Self.neighbours(of: name, in: graph, frame: page)
      )
    }
    // What is not allowed must be seen.
    let wanted = graph.edges.filter { marks.concern($0) }
    let edges = wanted.filter { $0.violation != nil } + wanted.filter { $0.violation == nil }
    let shown = edges.prefix(Self.mostRows)
    rest =
      shown.count < edges.count
      ? "\(Words.count(edges.count - shown.count, "more requirement"))" : nil
    requirements = shown.map { Row($0, graph, page.paths) }
    hasRequirements = !requirements.isEmpty
    isLong = requirements.count > Self.mostOpenRows
    let implied = graph.edges.count(where: \.isImplied)
    let all =
      "\(Words.count(graph.nodes.count, "component")), \(Words.count(graph.edges.count, "requirement"))"
      + (implied == 0 ? "" : " (\(implied) implied by others)")
    summary = query.isEmpty ? all : "\(marks.found.count) of \(all)"
    let broken = graph.edges.count { $0.violation != nil }
    violations = broken == 0 ? nil : "\(Words.count(broken, "requirement")) not allowed"
  }

  /// The neighbours of a component; `nil` if it has none.
  static func neighbours(
    of name: ComponentName,
    in graph: ComponentGraph,
    frame page: PageFrame
  ) -> String? {
    let graph = graph.neighbourhood(of: [name])
    guard graph.nodes.count > 1 else { return nil }
    return picture(
      GraphDrawing(graph, asked: [name]),
      title: "\(name), the components that it requires and those that require it",
      path: { page.paths.component(graph.scope, $0) }
    )
  }

  private static func picture(
    _ drawing: GraphDrawing,
    title: String,
    path: @escaping (ComponentName) -> String
  ) -> String {
    GraphSVG(GraphLayout(drawing), title: title) { box in
      // Those that share a box have their pages each.
      box.members.count == 1 ? path(box.members[0]) : nil
    }.element
  }
}

extension GraphPage.Row {
  fileprivate init(_ edge: ComponentGraph.Edge, _ graph: ComponentGraph, _ paths: PagePaths) {
    (from, to) = (edge.from.text, edge.to.text)
    fromPath = paths.component(graph.scope, edge.from)
    toPath = paths.component(graph.scope, edge.to)
    requirement = edge.requirement?.description ?? ""
    violation = edge.violation
  }
}

/// A column of the graph's page: a layer or, where all have the same layer or none, the components that
/// are as far from those that require nothing.
struct GraphColumn: Sendable {
  let title: String
  let components: [Component]
  /// How many are not shown.
  let rest: String?

  /// In all columns together: nobody finds anything in a longer list.
  private static let most = 2_000

  struct Component: Sendable {
    let name: String
    let path: String
    let version: String?
    /// How it stands out, as a class of the style sheet.
    let mark: String
    /// The same in words, for those who do not see it.
    let note: String?
    let isChosen: Bool
  }

  /// From those that use others to those that are used.
  static func all(
    of graph: ComponentGraph,
    _ marks: GraphMarks,
    _ paths: PagePaths
  ) -> [GraphColumn] {
    let drawing = GraphDrawing(graph, isComplete: true)
    let nodes = Dictionary(graph.nodes.map { ($0.name, $0) }) { first, _ in first }
    let onlyBand = drawing.bands.count == 1 ? drawing.bands.first : nil
    let limit = most / max(1, onlyBand?.ranks.count ?? drawing.bands.count)
    func column(_ title: String, _ boxes: [GraphDrawing.Box]) -> GraphColumn {
      let names = boxes.flatMap(\.members).sorted()
      let first = names.filter(marks.standsOut) + names.filter { !marks.standsOut($0) }
      let shown = first.prefix(limit)
      return GraphColumn(
        title: "\(title) (\(names.count))",
        components: shown.sorted().compactMap { name in
          nodes[name].map { Component($0, marks, graph, paths) }
        },
        rest: names.count > shown.count ? "and \(names.count - shown.count) more" : nil
      )
    }
    if let band = onlyBand {
      return band.ranks.enumerated().map { position, boxes in
        let height = band.ranks.count - 1 - position
        let title = height == 0 ? "require nothing" : "\(Words.count(height, "step")) above"
        return column(title, boxes)
      }
    }
    return drawing.bands.map { column($0.title ?? "no layer", Array($0.ranks.joined())) }
  }
}

extension GraphColumn.Component {
  fileprivate init(
    _ node: ComponentGraph.Node,
    _ marks: GraphMarks,
    _ graph: ComponentGraph,
    _ paths: PagePaths
  ) {
    name = node.name.text
    path =
      paths.isServed
      ? "\(paths.graph)?of=\(node.name)" : paths.component(graph.scope, node.name)
    version = node.version?.description
    (mark, note) = marks.mark(of: node.name)
    isChosen = marks.chosen == node.name
  }
}

/// Which components of a graph stand out.
struct GraphMarks: Sendable {
  let chosen: ComponentName?
  let found: Set<ComponentName>
  private let required: Set<ComponentName>
  private let dependents: Set<ComponentName>
  private let isFiltered: Bool

  init(_ graph: ComponentGraph, around chosen: ComponentName?, query: String) {
    self.chosen = chosen
    let wanted = query.lowercased()
    found = Set(
      wanted.isEmpty ? [] : graph.nodes.map(\.name).filter { $0.key.contains(wanted) }
    )
    required = Set(graph.edges.filter { $0.from == chosen }.map(\.to))
    dependents = Set(graph.edges.filter { $0.to == chosen }.map(\.from))
    isFiltered = chosen != nil || !wanted.isEmpty
  }

  /// Whether a requirement is one of what stands out.
  func concern(_ edge: ComponentGraph.Edge) -> Bool {
    if let chosen { return edge.from == chosen || edge.to == chosen }
    return !isFiltered || found.contains(edge.from) || found.contains(edge.to)
  }

  func standsOut(_ name: ComponentName) -> Bool {
    name == chosen || required.contains(name) || dependents.contains(name) || found.contains(name)
  }

  /// The class of the style sheet and the words for it.
  func mark(of name: ComponentName) -> (String, String?) {
    if name == chosen { return ("chosen", "chosen") }
    if required.contains(name) { return ("required", "required by \(chosen?.text ?? "")") }
    if dependents.contains(name) { return ("dependent", "requires \(chosen?.text ?? "")") }
    if found.contains(name) { return ("found", "found") }
    return (isFiltered ? "dim" : "plain-mark", nil)
  }
}

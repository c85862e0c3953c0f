import Reports
import Versions

/// The components in columns, those around a chosen one, and the requirements as a table.
struct GraphPage: Sendable {
  private let frame: PageFrame
  private let graph: ComponentGraph
  private let chosen: ComponentName?
  private let query: String
  private let marks: GraphMarks

  /// Nobody finds anything in a larger picture, or in a longer table.
  private static let (mostDrawn, mostRows, mostOpenRows) = (40, 2_000, 100)

  /// - Parameters:
  ///   - chosen: The component whose neighbours stand out; `nil` for none.
  ///   - query: What names must contain to stand out; empty for all.
  init(
    _ graph: ComponentGraph,
    around chosen: ComponentName?,
    query: String,
    frame: PageFrame
  ) {
    (self.frame, self.graph, self.chosen, self.query) = (frame, graph, chosen, query)
    marks = GraphMarks(graph, around: chosen, query: query)
  }

  private var isFiltered: Bool { chosen != nil || !query.isEmpty }

  private var summary: String {
    let implied = graph.edges.count(where: \.isImplied)
    let all =
      "\(Words.count(graph.nodes.count, "component")), "
      + Words.count(graph.edges.count, "requirement")
      + (implied == 0 ? "" : " (\(implied) implied by others)")
    return query.isEmpty ? all : "\(marks.found.count) of \(all)"
  }

  var text: String {
    frame.document {
      HTML.title("Dependency graph", #"<p class="muted">\#(summary), by the newest releases</p>"#)
      let broken = graph.edges.count { $0.violation != nil }
      if broken > 0 {
        #"<p class="notice">\#(Words.count(broken, "requirement")) not allowed</p>"#
      }
      if graph.nodes.isEmpty {
        #"<p class="empty">There are no components yet.</p>"#
      } else {
        frame.search(query, "Search by name", at: frame.paths.page(.graph), isFiltered: isFiltered)
        if let chosen { neighbours(of: chosen) }
        if !isFiltered, graph.nodes.count <= Self.mostDrawn { picture }
        #"<div class="board">"#
        for column in GraphColumn.all(of: graph, marks, frame.paths) { column.html }
        "</div>"
      }
      requirements
    }
  }

  private var picture: HTML {
    let title =
      "Components by layer, with an arrow to each required component; also listed in the table below"
    return #"""
      <div class="picture fits" role="region" aria-label="Picture of the graph" tabindex="0">
      \#(Self.picture(GraphDrawing(graph), title, of: graph.scope, frame.paths))</div>
      """#
  }

  @HTMLBuilder private func neighbours(of name: ComponentName) -> HTML {
    let path = frame.paths.component(graph.scope, name)
    #"<section class="panel" aria-labelledby="chosen">"#
    #"<h2 id="chosen">\#(HTML.link(name.text, path)) \#(HTML.muted("and its neighbours"))</h2>"#
    if let picture = Self.neighbours(of: name, in: graph, frame.paths) {
      #"""
      <div class="picture fits" role="region" aria-label="Picture of the neighbours" tabindex="0">
      \#(picture)</div>
      <p><span class="key required">required by \#(name.text)</span> <span class="key dependent">requires \#(name.text)</span></p>
      """#
    } else {
      #"<p class="muted">It requires no component, and none requires it.</p>"#
    }
    "</section>"
  }

  @HTMLBuilder private var requirements: HTML {
    // What is not allowed must be seen.
    let wanted = graph.edges.filter { marks.concern($0) }
    let edges = wanted.filter { $0.violation != nil } + wanted.filter { $0.violation == nil }
    let shown = edges.prefix(Self.mostRows)
    if !shown.isEmpty {
      "<h2>Requirements</h2>"
      "<details\(if: shown.count <= Self.mostOpenRows, " open")>"
      #"""
      <summary>As a table</summary>
      <div class="scroll" role="region" aria-label="Requirements" tabindex="0">
      """#
      HTML.table(["Component", "Requires", "Version", "Layer rules"], shown) { edge in
        let paths = frame.paths
        return [
          .link(edge.from.text, paths.component(graph.scope, edge.from)),
          .link(edge.to.text, paths.component(graph.scope, edge.to)),
          "\(edge.requirement?.description ?? "")",
          edge.violation.map { .chip($0, .bad) } ?? .muted("allowed"),
        ]
      }
      "</div>"
      "</details>"
      if shown.count < edges.count {
        let rest = Words.count(edges.count - shown.count, "more requirement")
        #"<p class="muted">\#(rest), which the JSON of this page has too</p>"#
      }
    }
  }

  /// The picture of a component's neighbours; `nil` if it has none.
  static func neighbours(
    of name: ComponentName,
    in graph: ComponentGraph,
    _ paths: PagePaths
  ) -> HTML? {
    let graph = graph.neighbourhood(of: [name])
    guard graph.nodes.count > 1 else { return nil }
    return picture(
      GraphDrawing(graph, asked: [name]),
      "\(name), the components that it requires and those that require it",
      of: graph.scope,
      paths
    )
  }

  private static func picture(
    _ drawing: GraphDrawing,
    _ title: String,
    of scope: ScopeName,
    _ paths: PagePaths
  ) -> HTML {
    let picture = GraphSVG(GraphLayout(drawing), title: title) { box in
      // Those that share a box have their pages each.
      box.members.count == 1 ? paths.component(scope, box.members[0]) : nil
    }
    return HTML(finished: picture.element)
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

  @HTMLBuilder var html: HTML {
    "<section>"
    "<h2>\(title)</h2>"
    #"<ul class="nodes">"#
    for component in components { component.html }
    if let rest { #"<li class="muted">\#(rest)</li>"# }
    "</ul>"
    "</section>"
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
  fileprivate var html: HTML {
    let attribute: HTML = isChosen ? #" aria-current="true""# : ""
    return #"""
      <li class="\#(mark)"><a href="\#(path)"\#(attribute)>\#(name)</a>\#(version, { " \(HTML.muted($0))" })\#(note, { "<span class=\"hidden\">, \($0)</span>" })</li>
      """#
  }

  fileprivate init(
    _ node: ComponentGraph.Node,
    _ marks: GraphMarks,
    _ graph: ComponentGraph,
    _ paths: PagePaths
  ) {
    name = node.name.text
    path =
      paths.isServed
      ? "\(paths.page(.graph))?of=\(node.name)" : paths.component(graph.scope, node.name)
    version = node.version?.description
    (mark, note) = marks.mark(of: node.name)
    isChosen = marks.chosen == node.name
  }
}

/// The marks on the components of a graph that stand out.
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

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

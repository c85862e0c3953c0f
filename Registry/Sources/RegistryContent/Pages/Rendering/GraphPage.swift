import Inspection
import Versioning

/// The values of the graph's template.
struct GraphPage: Sendable {
  let page: PageFrame
  /// Finished HTML.
  let picture: String
  let summary: String
  let isEmpty: Bool
  let isDrawn: Bool
  let folds: [Fold]
  let hasFolds: Bool
  let requirements: [Row]
  let hasRequirements: Bool
  /// How many requirements are not shown.
  let rest: String?
  let violations: String?

  /// Nobody finds anything in a larger picture, or in a longer table.
  private static let (mostComponents, mostRows) = (400, 2_000)

  /// Components that share a box.
  struct Fold: Sendable {
    let anchor: String
    let title: String
    let members: [Member]
  }

  struct Member: Sendable {
    let name: String
    let path: String
  }

  struct Row: Sendable {
    let from: String
    let fromPath: String
    let to: String
    let toPath: String
    let requirement: String
    let violation: String?
  }

  init(_ graph: ComponentGraph, frame page: PageFrame) {
    self.page = page
    isDrawn = !graph.nodes.isEmpty && graph.nodes.count <= Self.mostComponents
    let drawing = isDrawn ? GraphDrawing(graph) : nil
    let path = { (name: String) in page.paths.component(graph.scope, name) }
    picture =
      drawing.map { drawing in
        Self.picture(
          drawing,
          title: "Components by layer, with an arrow to each required component; also listed in the"
            + " table below",
          path: path
        )
      } ?? ""
    folds = (drawing?.folds ?? []).map { box in
      Fold(
        anchor: Self.anchor(of: box),
        title: box.title,
        members: box.members.map { Member(name: $0.text, path: path($0.text)) }
      )
    }
    hasFolds = !folds.isEmpty
    // What is not allowed must be seen.
    let edges =
      graph.edges.filter { $0.violation != nil } + graph.edges.filter { $0.violation == nil }
    let shown = graph.edges.count > Self.mostRows ? edges.prefix(Self.mostRows) : graph.edges[...]
    rest =
      shown.count < graph.edges.count
      ? "\(Words.count(graph.edges.count - shown.count, "more requirement"))" : nil
    requirements = shown.map { edge in
      Row(
        from: edge.from.text,
        fromPath: path(edge.from.text),
        to: edge.to.text,
        toPath: path(edge.to.text),
        requirement: edge.requirement?.description ?? "",
        violation: edge.violation
      )
    }
    hasRequirements = !requirements.isEmpty
    isEmpty = graph.nodes.isEmpty
    let implied = graph.edges.count(where: \.isImplied)
    summary =
      "\(Words.count(graph.nodes.count, "component")), \(Words.count(graph.edges.count, "requirement"))"
      + (implied == 0 ? "" : " (\(implied) implied by others, not drawn)")
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
      path: { page.paths.component(graph.scope, $0) },
      listsFolds: false
    )
  }

  /// - Parameter listsFolds: Whether the page lists the components that share a box.
  private static func picture(
    _ drawing: GraphDrawing,
    title: String,
    path: @escaping (String) -> String,
    listsFolds: Bool = true
  ) -> String {
    GraphSVG(GraphLayout(drawing), title: title) { box in
      if box.members.count == 1 { return path(box.title) }
      return listsFolds ? "#\(anchor(of: box))" : nil
    }.element
  }

  private static func anchor(of box: GraphDrawing.Box) -> String {
    "box-\(box.members.first.map(\.text) ?? "")"
  }
}

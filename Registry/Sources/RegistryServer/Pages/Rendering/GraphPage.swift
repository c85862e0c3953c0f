import Versioning

/// The values of the graph's template.
struct GraphPage: Sendable {
  let page: PageFrame
  let layout: GraphLayout
  let boxes: [BoxView]
  let summary: String
  let isEmpty: Bool
  let requirements: [Row]
  let hasRequirements: Bool
  let violations: String?

  struct BoxView: Sendable {
    let box: GraphLayout.Box
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
    layout = GraphLayout(graph)
    let start = "\(page.root)/\(graph.scope)"
    boxes = layout.boxes.map { BoxView(box: $0, path: "\(start)/\($0.name)") }
    requirements = graph.edges.map { edge in
      Row(
        from: edge.from.text,
        fromPath: "\(start)/\(edge.from)",
        to: edge.to.text,
        toPath: "\(start)/\(edge.to)",
        requirement: edge.requirement.description,
        violation: edge.violation
      )
    }
    hasRequirements = !requirements.isEmpty
    isEmpty = layout.boxes.isEmpty
    let broken = graph.edges.count { $0.violation != nil }
    summary =
      "\(Words.count(layout.boxes.count, "component")), \(Words.count(graph.edges.count, "requirement"))"
    violations =
      broken == 0 ? nil : "\(Words.count(broken, "requirement")) against the layer rules"
  }
}

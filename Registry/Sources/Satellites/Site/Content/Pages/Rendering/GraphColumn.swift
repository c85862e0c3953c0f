import Reports
import Versions

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

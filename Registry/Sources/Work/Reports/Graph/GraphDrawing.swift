import Git
import Model
package import Versions

/// The drawing of a graph: boxes in bands, and arrows between them.
///
/// Of a large graph, components of one folder and one layer that require the same and are required
/// by the same share a box. Arrows that follow from others are left out.
package struct GraphDrawing: Sendable {
  /// The bands from the top to the bottom.
  package let bands: [Band]
  /// The arrows between boxes, in any bands.
  package let arrows: [Arrow]

  /// A layer, or all components where there are no layers.
  package struct Band: Sendable {
    /// The name of the layer; `nil` if nothing has a layer.
    package let title: String?
    /// The rows of boxes; a box that requires others is in an earlier row than these.
    package let ranks: [[Box]]
  }

  /// A component, or several that share a box.
  package struct Box: Hashable, Sendable {
    /// The component's name, or one with a hash sign, which no component has.
    package let id: String
    /// The name of the component, or of what the members have in common.
    package let title: String
    /// The second line, such as a version.
    package let detail: String
    /// The components in the order of their names; one for most boxes.
    package let members: [ComponentName]
    /// Whether it was asked for by name.
    package let isAsked: Bool
  }

  /// A requirement, from the requiring to the required box.
  package struct Arrow: Hashable, Sendable {
    /// The id of the requiring box.
    package let from: String
    /// The id of the required box.
    package let to: String
    /// The requirement in words, which a page shows on demand.
    package let title: String
    /// Whether the layers forbid it.
    package let isViolation: Bool
    /// Whether only tests need it, and no release requires it.
    package let isForTests: Bool
  }

  /// The number of components up to which each is drawn alone.
  package static let mostSingles = 40

  /// - Parameters:
  ///   - asked: Components that keep a box of their own.
  ///   - isComplete: Whether every component has a box of its own, and every requirement an arrow.
  package init(
    _ graph: ComponentGraph,
    asked: Set<ComponentName> = [],
    isComplete: Bool = false
  ) {
    let edges = graph.edges.filter { isComplete || !$0.isImplied }
    let boxes = Self.boxes(
      graph,
      edges,
      asked: asked,
      folding: !isComplete && graph.nodes.count > Self.mostSingles
    )
    let ids = Dictionary(
      boxes.flatMap { box in box.members.map { ($0, box.id) } },
      uniquingKeysWith: { first, _ in first }
    )
    arrows = Self.arrows(edges, ids)
    let layers = Dictionary(graph.nodes.map { ($0.name, $0.layer) }) { first, _ in first }
    let byLayer = Dictionary(grouping: boxes) { box in
      box.members.first.flatMap { layers[$0] ?? nil }
    }
    let hasLayers = byLayer.keys.contains { $0 != nil }
    let order: [LayerName?] = graph.layers.map(\.self) + [nil]
    let arrows = arrows
    bands = order.compactMap { layer in
      guard let boxes = byLayer[layer], !boxes.isEmpty else { return nil }
      return Band(
        title: hasLayers ? layer?.text ?? "no layer" : nil,
        ranks: Self.ranks(of: boxes, arrows)
      )
    }
  }

  private static func boxes(
    _ graph: ComponentGraph,
    _ edges: [ComponentGraph.Edge],
    asked: Set<ComponentName>,
    folding: Bool
  ) -> [Box] {
    var outgoing: [ComponentName: Set<String>] = [:]
    var incoming: [ComponentName: Set<String>] = [:]
    for edge in edges {
      outgoing[edge.from, default: []].insert("\(edge.to) \(edge.violation ?? "")")
      incoming[edge.to, default: []].insert("\(edge.from) \(edge.violation ?? "")")
    }
    let groups = Dictionary(grouping: graph.nodes) { node in
      Alike(
        folder: node.path.parent,
        layer: node.layer,
        outgoing: outgoing[node.name] ?? [],
        incoming: incoming[node.name] ?? [],
        single: folding && !asked.contains(node.name) ? nil : node.name
      )
    }
    return groups.values.sorted { $0[0].name < $1[0].name }.map { nodes in
      let node = nodes[0]
      guard nodes.count == 1 else {
        return Box(
          id: "#\(node.name)",
          title: "\(nodes.count) components",
          detail: node.path.parent.isRoot ? "at the root" : "in \(node.path.parent)",
          members: nodes.map(\.name),
          isAsked: false
        )
      }
      let version = node.version?.description ?? "not released"
      return Box(
        id: node.name.text,
        title: node.name.text,
        detail: node.isPrivate
          ? "private" : version + (node.release == .internal ? ", internal" : ""),
        members: [node.name],
        isAsked: asked.contains(node.name)
      )
    }
  }

  /// The properties that components which share a box have in common.
  private struct Alike: Hashable {
    let folder: TreePath
    let layer: LayerName?
    let outgoing: Set<String>
    let incoming: Set<String>
    /// The name of one that has a box of its own.
    let single: ComponentName?
  }

  private static func arrows(
    _ edges: [ComponentGraph.Edge],
    _ ids: [ComponentName: String]
  ) -> [Arrow] {
    struct Ends: Hashable {
      let from: String
      let to: String
    }
    var found: [Ends: [ComponentGraph.Edge]] = [:]
    var order: [Ends] = []
    for edge in edges {
      guard let from = ids[edge.from], let to = ids[edge.to] else { continue }
      let ends = Ends(from: from, to: to)
      if found[ends] == nil { order.append(ends) }
      found[ends, default: []].append(edge)
    }
    return order.map { ends in
      let edges = found[ends] ?? []
      let violation = edges.lazy.compactMap(\.violation).first
      let isForTests = edges.allSatisfy(\.isForTests)
      let reason = (violation ?? (isForTests ? "only for tests" : nil)).map { ", \($0)" } ?? ""
      let users = Set(edges.map(\.from))
      let used = Set(edges.map(\.to))
      let first =
        users.count == 1 ? "\(edges[0].from) requires" : "\(users.count) components require"
      let second = used.count == 1 ? "\(edges[0].to)" : "\(used.count) components"
      let version = edges.count == 1 ? edges[0].requirement.map { " \($0)" } ?? "" : ""
      return Arrow(
        from: ends.from,
        to: ends.to,
        title: "\(first) \(second)\(version)\(reason)",
        isViolation: violation != nil,
        isForTests: isForTests
      )
    }
  }

  private static func ranks(of boxes: [Box], _ arrows: [Arrow]) -> [[Box]] {
    let indices = Dictionary(boxes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let edges = arrows.compactMap { arrow -> (from: Int, to: Int)? in
      // What is forbidden does not say which is the lower one.
      guard !arrow.isViolation, !arrow.isForTests, let from = indices[arrow.from],
        let to = indices[arrow.to]
      else {
        return nil
      }
      return (from, to)
    }
    let heights = GraphOrder(count: boxes.count, edges: edges).heights
    let byHeight = Dictionary(grouping: boxes.indices) { heights[$0] }
    return byHeight.sorted { $0.key > $1.key }.map { $0.value.map { boxes[$0] } }
  }
}

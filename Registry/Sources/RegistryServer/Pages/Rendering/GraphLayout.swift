import Versioning

/// The positions of the graph: layers as bands, dependencies below their dependents.
struct GraphLayout: Sendable {
  let width: Int
  let height: Int
  let bands: [Band]
  let boxes: [Box]
  let arrows: [Arrow]

  struct Band: Sendable {
    let title: String
    let y: Int
    let height: Int
    let titleY: Int
  }

  struct Box: Sendable {
    let name: String
    /// As much of the name as there is room for.
    let label: String
    /// The full name if the label is truncated.
    let fullName: String?
    let version: String
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let textX: Int
    let nameY: Int
    let versionY: Int
  }

  struct Arrow: Sendable {
    let path: String
    let title: String
    let isViolation: Bool
  }

  private static let columns = 5
  /// The distance between the boxes of a row.
  static let gap = 28
  private static let rowGap = 36
  private static let margin = 24
  private static let boxHeight = 52
  private static let bandHeading = 40
  private static let bandGap = 56

  init(_ graph: ComponentGraph) {
    let longest = graph.bands.flatMap(\.components).map(\.name.text.count).max() ?? 0
    let boxWidth = min(max(140, longest * 9 + 28), 260)
    let broadest = graph.bands.map { min($0.components.count, Self.columns) }.max() ?? 1
    width = Self.margin * 2 + broadest * boxWidth + (broadest - 1) * Self.gap
    var centers: [ComponentName: Int] = [:]
    var bands: [Band] = []
    var boxes: [Box] = []
    var y = 0
    for band in graph.bands {
      let nodes = Self.ordered(band.components, graph.edges, below: centers)
      let rows = (nodes.count + Self.columns - 1) / Self.columns
      let height =
        Self.bandHeading + rows * Self.boxHeight + (rows - 1) * Self.rowGap + Self.margin
      let title = band.layer?.text ?? "no layer"
      bands.append(Band(title: title, y: y, height: height, titleY: y + 25))
      for (index, node) in nodes.enumerated() {
        let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
        let inRow = min(nodes.count - row * Self.columns, Self.columns)
        let start = (width - inRow * boxWidth - (inRow - 1) * Self.gap) / 2
        let x = start + column * (boxWidth + Self.gap)
        let top = y + Self.bandHeading + row * (Self.boxHeight + Self.rowGap)
        centers[node.name] = x + boxWidth / 2
        boxes.append(Self.box(node, x: x, y: top, width: boxWidth))
      }
      y += height + Self.bandGap
    }
    height = max(y - Self.bandGap, Self.margin)
    self.bands = bands
    self.boxes = boxes
    arrows = GraphArrows(graph.edges, boxes).arrows
  }

  private static func box(_ node: ComponentGraph.Node, x: Int, y: Int, width: Int) -> Box {
    let room = (width - 20) / 9
    let name = node.name.text
    let isCut = name.count > room
    return Box(
      name: name,
      label: isCut ? "\(name.prefix(room - 1))…" : name,
      fullName: isCut ? name : nil,
      version: node.latest?.description ?? "not released",
      x: x,
      y: y,
      width: width,
      height: boxHeight,
      textX: x + width / 2,
      nameY: y + 22,
      versionY: y + 40
    )
  }

  /// Places each dependency below the middle of its dependents, as far as their order allows.
  private static func ordered(
    _ nodes: [ComponentGraph.Node],
    _ edges: [ComponentGraph.Edge],
    below centers: [ComponentName: Int]
  ) -> [ComponentGraph.Node] {
    var means: [ComponentName: Double] = [:]
    for node in nodes {
      let above = edges.filter { $0.to == node.name }.compactMap { centers[$0.from] }
      if !above.isEmpty { means[node.name] = Double(above.reduce(0, +)) / Double(above.count) }
    }
    return nodes.sorted { left, right in
      (means[left.name] ?? .infinity, left.name) < (means[right.name] ?? .infinity, right.name)
    }
  }

}

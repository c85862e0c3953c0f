import Versioning

/// The arrows between the placed boxes of a graph.
///
/// Arrows at the same side of a box end at different points, so that none hides another.
struct GraphArrows {
  private enum Side: Hashable {
    case top
    case bottom
  }

  private struct End: Hashable {
    let box: String
    let side: Side
    let other: String
  }

  private static let headLength = 6

  private let edges: [ComponentGraph.Edge]
  private let places: [String: GraphLayout.Box]
  private var points: [End: Int] = [:]

  init(_ edges: [ComponentGraph.Edge], _ boxes: [GraphLayout.Box]) {
    let places = Dictionary(boxes.map { ($0.name, $0) }) { first, _ in first }
    self.places = places
    self.edges = edges.filter { places[$0.from.text] != nil && places[$0.to.text] != nil }
    let ends = self.edges.flatMap { edge in
      [
        end(of: edge.from.text, towards: edge.to.text),
        end(of: edge.to.text, towards: edge.from.text),
      ]
      .compactMap(\.self)
    }
    for (_, group) in Dictionary(grouping: ends, by: { [$0.box, "\($0.side)"] }) {
      let sorted = group.sorted { position(of: $0.other) < position(of: $1.other) }
      for (index, end) in sorted.enumerated() {
        guard let box = places[end.box] else { continue }
        points[end] = box.x + box.width * (index + 1) / (sorted.count + 1)
      }
    }
  }

  /// Violations come last, so that they are drawn above the others.
  var arrows: [GraphLayout.Arrow] {
    edges.sorted { $0.violation == nil && $1.violation != nil }.compactMap { edge in
      guard let path = path(edge.from.text, edge.to.text) else { return nil }
      let reason = edge.violation.map { ", \($0)" } ?? ""
      return GraphLayout.Arrow(
        path: path,
        title: "\(edge.from) requires \(edge.to) \(edge.requirement)\(reason)",
        isViolation: edge.violation != nil
      )
    }
  }

  private func position(of box: String) -> Int {
    places[box]?.textX ?? 0
  }

  /// An arrow between boxes of one row goes below them, because other boxes may be between them.
  private func end(of box: String, towards other: String) -> End? {
    guard let place = places[box], let otherPlace = places[other] else { return nil }
    return End(box: box, side: place.y > otherPlace.y ? .top : .bottom, other: other)
  }

  private func path(_ from: String, _ to: String) -> String? {
    guard let start = end(of: from, towards: to), let end = end(of: to, towards: from),
      let startX = points[start], let endX = points[end], let source = places[from],
      let target = places[to]
    else { return nil }
    let startY = start.side == .bottom ? source.y + source.height : source.y
    let edgeY = end.side == .bottom ? target.y + target.height : target.y
    let endY = edgeY + (end.side == .bottom ? Self.headLength : -Self.headLength)
    if source.y == target.y {
      let sag = startY + 34
      return "M\(startX) \(startY)C\(startX) \(sag) \(endX) \(sag) \(endX) \(endY)"
    }
    var path = "M\(startX) \(startY)"
    var (x, y) = (startX, startY)
    func curve(to nextX: Int, _ nextY: Int) {
      let middle = (y + nextY) / 2
      path += "C\(x) \(middle) \(nextX) \(middle) \(nextX) \(nextY)"
      (x, y) = (nextX, nextY)
    }
    for row in rows(between: source.y, and: target.y) {
      guard let box = row.first else { continue }
      let middle = box.y + box.height / 2
      let straight = startX + (endX - startX) * (middle - startY) / (endY - startY)
      let (near, far) = y < box.y ? (box.y, box.y + box.height) : (box.y + box.height, box.y)
      curve(to: Self.gap(in: row, nearest: straight), near)
      path += "V\(far)"
      y = far
    }
    curve(to: endX, endY)
    return path
  }

  /// The rows that an arrow passes, in order.
  private func rows(between start: Int, and end: Int) -> [[GraphLayout.Box]] {
    let passed = places.values.filter { min(start, end) < $0.y && $0.y < max(start, end) }
    return Dictionary(grouping: passed, by: \.y)
      .sorted { start < end ? $0.key < $1.key : $0.key > $1.key }.map(\.value)
  }

  /// The position nearest to `x` at which an arrow passes between the boxes of a row.
  private static func gap(in row: [GraphLayout.Box], nearest x: Int) -> Int {
    let beside = GraphLayout.gap / 2
    func isFree(_ x: Int) -> Bool {
      row.allSatisfy { x <= $0.x - beside || x >= $0.x + $0.width + beside }
    }
    if isFree(x) { return x }
    let gaps = row.flatMap { [$0.x - beside, $0.x + $0.width + beside] }.filter(isFree)
    return gaps.min { (abs($0 - x), $0) < (abs($1 - x), $1) } ?? x
  }
}

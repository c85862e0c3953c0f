/// The arrows of a graph whose boxes have their places; where several meet a side of a box, each has
/// a point of its own there, so that none hides another.
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

  private let edges: [GraphDrawing.Arrow]
  private let places: [String: GraphLayout.Box]
  private var points: [End: Int] = [:]

  init(_ edges: [GraphDrawing.Arrow], _ boxes: [GraphLayout.Box]) {
    let places = Dictionary(boxes.map { ($0.name, $0) }) { first, _ in first }
    self.places = places
    self.edges = edges.filter { places[$0.from] != nil && places[$0.to] != nil }
    let ends = self.edges.flatMap { edge in
      [
        end(of: edge.from, towards: edge.to),
        end(of: edge.to, towards: edge.from),
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

  /// What is forbidden comes last, and is drawn above the rest.
  var arrows: [GraphLayout.Arrow] {
    let order = edges.filter { !$0.isViolation } + edges.filter(\.isViolation)
    return order.compactMap { edge in
      guard let path = path(edge.from, edge.to) else { return nil }
      return GraphLayout.Arrow(path: path, title: edge.title, isViolation: edge.isViolation)
    }
  }

  private func position(of box: String) -> Int {
    places[box]?.textX ?? 0
  }

  /// Between boxes of one row an arrow goes below both, since others may be between them.
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
      guard let top = row.first?.y, let height = row.map(\.height).max() else { continue }
      let middle = top + height / 2
      let straight = startX + (endX - startX) * (middle - startY) / (endY - startY)
      let (near, far) = y < top ? (top, top + height) : (top + height, top)
      curve(to: Self.gap(in: row, nearest: straight), near)
      path += "V\(far)"
      y = far
    }
    curve(to: endX, endY)
    return path
  }

  /// The rows that an arrow passes on its way, in the order in which it does.
  private func rows(between start: Int, and end: Int) -> [[GraphLayout.Box]] {
    let passed = places.values.filter { min(start, end) < $0.y && $0.y < max(start, end) }
    return Dictionary(grouping: passed, by: \.y)
      .sorted { start < end ? $0.key < $1.key : $0.key > $1.key }.map(\.value)
  }

  /// Where an arrow gets by all boxes of a row.
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

import Versioning

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

  /// What is forbidden comes last, and is drawn above the rest.
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

  /// Between boxes of one row an arrow goes below both, since others may stand between them.
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
    let middle = source.y == target.y ? startY + 34 : (startY + endY) / 2
    return "M\(startX) \(startY)C\(startX) \(middle) \(endX) \(middle) \(endX) \(endY)"
  }
}

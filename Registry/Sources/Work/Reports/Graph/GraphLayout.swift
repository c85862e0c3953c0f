import Versions

/// The positions of a drawing: bands below each other, and in each what is required below what
/// requires it.
package struct GraphLayout: Sendable {
  /// The width of the whole drawing, in its own units, as all lengths and positions are.
  package let width: Int
  package let height: Int
  package let bands: [Band]
  package let boxes: [Box]
  package let arrows: [Arrow]

  package struct Band: Sendable {
    /// The title of the band; `nil` for a band that is not to be seen.
    package let title: String?
    package let y: Int
    package let height: Int
    /// The base line of the title.
    package let titleY: Int
  }

  package struct Box: Sendable {
    package let box: GraphDrawing.Box
    /// The title, cut to the width of the box.
    package let label: String
    /// The names of the components that share the box, as many as there is room for.
    package let lines: [String]
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package var name: String { box.id }
    /// The horizontal centre of the texts.
    package var textX: Int { x + width / 2 }
    /// The base line of the label.
    package var nameY: Int { y + 22 }
    /// The base line of the detail.
    package var versionY: Int { y + 40 }

    /// The base line of one of the lines.
    package func lineY(_ index: Int) -> Int { y + 58 + index * GraphLayout.lineHeight }
  }

  package struct Arrow: Sendable {
    /// The curve of the arrow, as the `d` of an SVG path.
    package let path: String
    package let title: String
    package let isViolation: Bool
  }

  /// Between the boxes of a row.
  static let gap = 28
  private static let fewestColumns = 5
  private static let rowGap = 36
  private static let rankGap = 56
  private static let margin = 24
  private static let boxHeight = 52
  fileprivate static let lineHeight = 16
  private static let mostLines = 5
  private static let bandHeading = 40
  private static let bandGap = 56

  /// Computes the positions of the boxes and the arrows between them.
  package init(_ drawing: GraphDrawing) {
    let all = drawing.bands.flatMap { $0.ranks.joined() }
    let longest = all.flatMap { [$0.title] + $0.members.map(\.text) }.map(\.count).max() ?? 0
    let boxWidth = min(max(140, longest * 9 + 28), 260)
    let columns = max(Self.fewestColumns, Int((Double(all.count) * 1.5).squareRoot().rounded(.up)))
    let ranks = GraphRows(drawing, columns: columns).bands
    let broadest = ranks.joined().joined().map(\.count).max() ?? 1
    width = Self.margin * 2 + broadest * boxWidth + (broadest - 1) * Self.gap
    var bands: [Band] = []
    var boxes: [Box] = []
    var y = 0
    for (band, ranks) in zip(drawing.bands, ranks) {
      var top = y + (band.title == nil ? Self.margin : Self.bandHeading)
      for (index, rows) in ranks.enumerated() {
        if index > 0 { top += Self.rankGap - Self.rowGap }
        for row in rows {
          let start = (width - row.count * boxWidth - (row.count - 1) * Self.gap) / 2
          for (column, box) in row.enumerated() {
            let x = start + column * (boxWidth + Self.gap)
            boxes.append(Self.box(box, x: x, y: top, width: boxWidth))
          }
          top += (row.map(Self.height).max() ?? 0) + Self.rowGap
        }
      }
      let height = top - Self.rowGap + Self.margin - y
      bands.append(Band(title: band.title, y: y, height: height, titleY: y + 25))
      y += height + Self.bandGap
    }
    height = max(y - Self.bandGap, Self.margin)
    self.bands = bands
    self.boxes = boxes
    arrows = GraphArrows(drawing.arrows, boxes, width: width).arrows
  }

  private static func height(of box: GraphDrawing.Box) -> Int {
    let lines = box.members.count > 1 ? min(box.members.count, mostLines) : 0
    return boxHeight + (lines == 0 ? 0 : lines * lineHeight + 4)
  }

  private static func box(_ box: GraphDrawing.Box, x: Int, y: Int, width: Int) -> Box {
    var lines: [String] = []
    if box.members.count > 1 {
      let isCut = box.members.count > mostLines
      lines = box.members.prefix(isCut ? mostLines - 1 : mostLines)
        .map { cut($0.text, to: (width - 16) / 7) }
      if isCut { lines.append("and \(box.members.count - lines.count) more") }
    }
    return Box(
      box: box,
      label: cut(box.title, to: (width - 20) / 9),
      lines: lines,
      x: x,
      y: y,
      width: width,
      height: height(of: box)
    )
  }

  private static func cut(_ text: String, to room: Int) -> String {
    text.count > room ? "\(text.prefix(room - 1))…" : text
  }
}

/// The order of the boxes in each rank, and the rows that it takes.
struct GraphRows {
  /// Rows by band and rank.
  private(set) var bands: [[[[GraphDrawing.Box]]]] = []

  private let above: [String: [String]]
  private let below: [String: [String]]
  private let columns: Int
  /// The middle of each box, in columns from the middle of its row.
  private var places: [String: Double] = [:]

  init(_ drawing: GraphDrawing, columns: Int) {
    self.columns = columns
    above = Dictionary(grouping: drawing.arrows, by: \.to).mapValues { $0.map(\.from) }
    below = Dictionary(grouping: drawing.arrows, by: \.from).mapValues { $0.map(\.to) }
    var ranks = drawing.bands.map(\.ranks)
    let downwards = ranks.indices.flatMap { band in ranks[band].indices.map { (band, $0) } }
    sort(&ranks, downwards, by: above)
    // A few boxes stay in the order of their names; of many, the arrows are to cross less.
    if ranks.joined().contains(where: { $0.count > columns }) {
      for _ in 0..<4 {
        sort(&ranks, downwards.reversed(), by: below)
        sort(&ranks, downwards, by: above, orElse: below)
      }
    }
    bands = ranks.map { $0.map(rows) }
  }

  /// Sorts and places ranks, one after the other.
  private mutating func sort(
    _ ranks: inout [[[GraphDrawing.Box]]],
    _ order: [(band: Int, rank: Int)],
    by neighbours: [String: [String]],
    orElse others: [String: [String]] = [:]
  ) {
    for (band, rank) in order {
      ranks[band][rank] = sorted(ranks[band][rank], by: neighbours, orElse: others)
      place(ranks[band][rank])
    }
  }

  /// Puts each box at the middle of its neighbours, as far as their order allows.
  private func sorted(
    _ boxes: [GraphDrawing.Box],
    by neighbours: [String: [String]],
    orElse others: [String: [String]]
  ) -> [GraphDrawing.Box] {
    var means: [String: Double] = [:]
    for box in boxes {
      var found = (neighbours[box.id] ?? []).compactMap { places[$0] }
      if found.isEmpty { found = (others[box.id] ?? []).compactMap { places[$0] } }
      if !found.isEmpty { means[box.id] = found.reduce(0, +) / Double(found.count) }
    }
    return boxes.enumerated().sorted { left, right in
      (means[left.element.id] ?? .infinity, left.offset)
        < (means[right.element.id] ?? .infinity, right.offset)
    }.map(\.element)
  }

  private mutating func place(_ boxes: [GraphDrawing.Box]) {
    for row in rows(boxes) {
      for (column, box) in row.enumerated() {
        places[box.id] = Double(column) - Double(row.count - 1) / 2
      }
    }
  }

  /// Returns the rows of a rank, each with about as many boxes.
  private func rows(_ boxes: [GraphDrawing.Box]) -> [[GraphDrawing.Box]] {
    stride(from: 0, to: boxes.count, by: columns).map { start in
      Array(boxes[start..<min(start + columns, boxes.count)])
    }
  }
}

/// The arrows of a graph whose boxes have their places; where several meet a side of a box or pass
/// between the same boxes, each has a point of its own there, so that none hides another.
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

  /// An arrow on its way through a row of boxes.
  private struct Passage: Hashable {
    let from: String
    let to: String
    let row: Int
  }

  private static let headLength = 6

  private let edges: [GraphDrawing.Arrow]
  private let places: [String: GraphLayout.Box]
  private let width: Int
  private var points: [End: Int] = [:]
  private var lanes: [Passage: Int] = [:]

  init(_ edges: [GraphDrawing.Arrow], _ boxes: [GraphLayout.Box], width: Int) {
    let places = Dictionary(boxes.map { ($0.name, $0) }) { first, _ in first }
    self.places = places
    self.width = width
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
    lanes = chosenLanes()
  }

  /// The arrows; those that are forbidden come last, so that they are drawn above the others.
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

  /// The positions of both ends of an arrow; `nil` if it has none.
  private func span(_ from: String, _ to: String) -> (
    start: (x: Int, y: Int), end: (x: Int, y: Int)
  )? {
    guard let start = end(of: from, towards: to), let end = end(of: to, towards: from),
      let startX = points[start], let endX = points[end], let source = places[from],
      let target = places[to]
    else { return nil }
    let edgeY = end.side == .bottom ? target.y + target.height : target.y
    return (
      (startX, start.side == .bottom ? source.y + source.height : source.y),
      (endX, edgeY + (end.side == .bottom ? Self.headLength : -Self.headLength))
    )
  }

  private func path(_ from: String, _ to: String) -> String? {
    guard let (start, end) = span(from, to), let source = places[from], let target = places[to]
    else { return nil }
    if source.y == target.y {
      let sag = start.y + 34
      return "M\(start.x) \(start.y)C\(start.x) \(sag) \(end.x) \(sag) \(end.x) \(end.y)"
    }
    var path = "M\(start.x) \(start.y)"
    var (x, y) = start
    func curve(to nextX: Int, _ nextY: Int) {
      let middle = (y + nextY) / 2
      path += "C\(x) \(middle) \(nextX) \(middle) \(nextX) \(nextY)"
      (x, y) = (nextX, nextY)
    }
    for row in rows(between: source.y, and: target.y) {
      guard let lane = lanes[Passage(from: from, to: to, row: row.y)] else { continue }
      let (near, far) = y < row.y ? (row.y, row.y + row.height) : (row.y + row.height, row.y)
      curve(to: lane, near)
      path += "V\(far)"
      y = far
    }
    curve(to: end.x, end.y)
    return path
  }

  /// Boxes beside each other, with the gaps between them and beside the outermost.
  private struct Row {
    /// In the order of their positions.
    let boxes: [GraphLayout.Box]
    let y: Int
    let height: Int
  }

  /// The rows that an arrow passes on its way, in the order in which it does.
  private func rows(between start: Int, and end: Int) -> [Row] {
    let passed = places.values.filter { min(start, end) < $0.y && $0.y < max(start, end) }
    return Dictionary(grouping: passed, by: \.y)
      .sorted { start < end ? $0.key < $1.key : $0.key > $1.key }.map { y, boxes in
        let height = boxes.map(\.height).max() ?? 0
        return Row(boxes: boxes.sorted { $0.x < $1.x }, y: y, height: height)
      }
  }
}

/// The lanes of arrows between the boxes that they pass.
extension GraphArrows {
  /// Between two lanes, where there is room.
  private static let laneWidth = 8
  /// Between a lane and a box.
  private static let clearance = 6

  /// The space between two boxes of a row.
  private struct Gap: Hashable {
    let row: Int
    let left: Int
    let right: Int

    /// The place for an arrow that would be at `x` without the boxes: in the middle of a narrow gap.
    func place(nearest x: Int) -> Int {
      let beside = GraphLayout.gap / 2
      let (low, high) = (left + beside, right - beside)
      return low > high ? (left + right) / 2 : min(max(x, low), high)
    }

    /// The places for several arrows, beside each other.
    ///
    /// - Parameter wanted: Where each would be alone, sorted.
    func places(_ wanted: [Int]) -> [Int] {
      let (low, high) = (left + clearance, right - clearance)
      let room = wanted.count > 1 ? (high - low) / (wanted.count - 1) : laneWidth
      let step = max(1, min(laneWidth, room))
      var places: [Int] = []
      for x in wanted { places.append(places.last.map { max(x, $0 + step) } ?? x) }
      for (index, x) in places.enumerated() {
        places[index] = max(low, min(x, high - step * (places.count - 1 - index)))
      }
      return places
    }
  }

  private func chosenLanes() -> [Passage: Int] {
    typealias Wish = (passage: Passage, x: Int, start: Int, end: Int)
    var wishes: [Gap: [Wish]] = [:]
    for edge in edges {
      guard let (start, end) = span(edge.from, edge.to), let source = places[edge.from],
        let target = places[edge.to], source.y != target.y
      else { continue }
      for row in rows(between: source.y, and: target.y) {
        let middle = row.y + row.height / 2
        let straight = start.x + (end.x - start.x) * (middle - start.y) / (end.y - start.y)
        let nearest = gaps(of: row).map { (gap: $0, x: $0.place(nearest: straight)) }
          .min { (abs($0.x - straight), $0.x) < (abs($1.x - straight), $1.x) }
        guard let (gap, x) = nearest else { continue }
        let passage = Passage(from: edge.from, to: edge.to, row: row.y)
        wishes[gap, default: []].append((passage, x, start.x, end.x))
      }
    }
    var lanes: [Passage: Int] = [:]
    for (gap, wishes) in wishes {
      let sorted = wishes.sorted {
        ($0.x, $0.start, $0.end, $0.passage.to) < ($1.x, $1.start, $1.end, $1.passage.to)
      }
      for (wish, x) in zip(sorted, gap.places(sorted.map(\.x))) { lanes[wish.passage] = x }
    }
    return lanes
  }

  private func gaps(of row: Row) -> [Gap] {
    let lefts = [0] + row.boxes.map { $0.x + $0.width }
    let rights = row.boxes.map(\.x) + [width]
    return zip(lefts, rights).map { Gap(row: row.y, left: $0, right: $1) }
  }
}

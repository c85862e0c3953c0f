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

  /// Of a rank of several rows, all have about as many boxes.
  private func rows(_ boxes: [GraphDrawing.Box]) -> [[GraphDrawing.Box]] {
    stride(from: 0, to: boxes.count, by: columns).map { start in
      Array(boxes[start..<min(start + columns, boxes.count)])
    }
  }
}

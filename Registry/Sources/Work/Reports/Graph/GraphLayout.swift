import Versions

/// The positions of a drawing: bands below each other, and in each what is required below what
/// requires it.
package struct GraphLayout: Sendable {
  package let width: Int
  package let height: Int
  package let bands: [Band]
  package let boxes: [Box]
  package let arrows: [Arrow]

  package struct Band: Sendable {
    /// `nil` for one that is not to be seen.
    package let title: String?
    package let y: Int
    package let height: Int
    package let titleY: Int
  }

  package struct Box: Sendable {
    package let box: GraphDrawing.Box
    /// As much of the title as there is room for.
    package let label: String
    /// Names of those that share the box, as many as there is room for.
    package let lines: [String]
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package var name: String { box.id }
    package var textX: Int { x + width / 2 }
    package var nameY: Int { y + 22 }
    package var versionY: Int { y + 40 }

    package func lineY(_ index: Int) -> Int { y + 58 + index * GraphLayout.lineHeight }
  }

  package struct Arrow: Sendable {
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
    arrows = GraphArrows(drawing.arrows, boxes).arrows
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

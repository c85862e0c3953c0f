/// Rows with aligned columns, two spaces apart.
struct Table {
  struct Cell {
    let text: String
    let look: Style.Look?

    init(_ text: String, _ look: Style.Look? = nil) {
      self.text = text.printable
      self.look = look
    }
  }

  private let header: [String]
  private var rows: [[Cell]] = []

  init(_ header: [String]) {
    self.header = header
  }

  init(_ header: String...) {
    self.init(header)
  }

  mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  mutating func add(_ cells: Cell...) {
    add(cells)
  }

  /// The lines with their ends.
  ///
  /// Where they are wider than `width`, the columns after the first are cut, the widest one first;
  /// the first one is what the rows are known by, and cut last.
  func text(width: Int?, style: Style) -> String {
    let heading = header.map { Cell($0, .dim) }
    let widths = widths(limit: width)
    return ([heading] + rows).map { row in
      var line = ""
      var padding = 0
      for (cell, width) in zip(row, widths) {
        let text = cell.text.cut(to: width)
        line += String(repeating: " ", count: text.isEmpty ? 0 : padding)
        line += cell.look.map { style($0, text) } ?? text
        padding = (text.isEmpty ? padding : 0) + width - text.count + 2
      }
      return line + "\n"
    }.joined()
  }

  private func widths(limit: Int?) -> [Int] {
    var widths = header.map(\.count)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.text.count)
      }
    }
    guard let limit, widths.count > 1 else { return widths }
    let shortest = 8
    func total() -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) }
    while total() > limit,
      let widest = widths.indices.dropFirst().max(by: { widths[$0] < widths[$1] }),
      widths[widest] > shortest
    {
      widths[widest] = max(shortest, widths[widest] - (total() - limit))
    }
    widths[0] = max(min(shortest, widths[0]), widths[0] - max(0, total() - limit))
    return widths
  }
}

extension String {
  /// The text in no more than `width` characters.
  func cut(to width: Int) -> String {
    count <= width ? self : prefix(width - 1) + "…"
  }
}

extension [String] {
  /// The words with commas between them, in indented lines no wider than the terminal, or than 80
  /// columns where there is none.
  ///
  /// - Parameter start: Goes before the first word.
  func lines(after start: String = "", indent: Int, width: Int?) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [margin + start]
    for (index, word) in enumerated() {
      let item = word + (index + 1 < count ? "," : "")
      let line = lines[lines.count - 1]
      if line.count > indent, line.count + 1 + item.count > width ?? 80 {
        lines.append(margin + item)
      } else {
        lines[lines.count - 1] += (line.count > indent ? " " : "") + item
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }
}

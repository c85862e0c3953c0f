/// Turns frames into the bytes that draw them in place, below whatever the terminal showed before.
///
/// The caret is left within the frame, and so the way back to the frame's top is known also after the
/// window has changed its width.
struct FrameRenderer: Sendable {
  private let depth: ColourDepth
  private let ellipsis: String
  private var drawn: [StyledLine] = []
  private var caret = Frame.Caret(row: 0, column: 0)

  init(guide: StyleGuide) {
    depth = guide.depth
    ellipsis = guide.symbols.ellipsis
  }

  mutating func draw(_ frame: Frame, in size: WindowSize) -> String {
    let top = Control.hideCaret + backToTop(in: size)
    drawn = frame.lines.map { $0.truncated(to: size.textColumns, ellipsis: ellipsis) }
    let lines = drawn.map { $0.rendered(at: depth) }
    return top + lines.joined(separator: Control.eraseToEnd + Control.newLine)
      + Control.eraseBelow + place(frame.caret, in: size)
  }

  mutating func finish(with lines: [StyledLine], in size: WindowSize) -> String {
    var output = backToTop(in: size) + Control.eraseBelow
    for line in lines {
      output += line.truncated(to: size.textColumns, ellipsis: ellipsis).rendered(at: depth)
      output += Control.newLine
    }
    drawn = []
    caret = Frame.Caret(row: 0, column: 0)
    return output + Control.showCaret
  }

  private func backToTop(in size: WindowSize) -> String {
    guard !drawn.isEmpty else { return "" }
    // A terminal that was made narrower has broken the lines that no longer fit.
    let rowsAbove = drawn.prefix(caret.row).reduce(0) { sum, line in
      sum + max(1, (line.columns + size.columns - 1) / size.columns)
    }
    return Control.lineStart + Control.up(rowsAbove + caret.column / size.columns)
  }

  private mutating func place(_ caret: Frame.Caret?, in size: WindowSize) -> String {
    let lastRow = max(0, drawn.count - 1)
    guard let caret else {
      self.caret = Frame.Caret(row: lastRow, column: 0)
      return Control.lineStart
    }
    let row = min(caret.row, lastRow)
    let column = min(caret.column, size.columns - 1)
    self.caret = Frame.Caret(row: row, column: column)
    return Control.lineStart + Control.up(lastRow - row) + Control.right(column)
      + Control.showCaret
  }
}

/// The few sequences that drawing takes (ECMA-48 and DEC private modes).
enum Control {
  static let lineStart = "\r"
  static let newLine = "\r\n"
  static let eraseToEnd = "\u{1B}[K"
  static let eraseBelow = "\u{1B}[J"
  static let hideCaret = "\u{1B}[?25l"
  static let showCaret = "\u{1B}[?25h"
  static let beginBracketedPaste = "\u{1B}[?2004h"
  static let endBracketedPaste = "\u{1B}[?2004l"

  static func up(_ rows: Int) -> String {
    rows > 0 ? "\u{1B}[\(rows)A" : ""
  }

  static func right(_ columns: Int) -> String {
    columns > 0 ? "\u{1B}[\(columns)C" : ""
  }
}

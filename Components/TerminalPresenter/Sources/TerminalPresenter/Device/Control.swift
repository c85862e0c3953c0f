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

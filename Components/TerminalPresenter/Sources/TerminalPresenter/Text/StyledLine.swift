import FlowKit

/// One line for a terminal: pieces of text, each with its style.
///
/// A line holds printable text only, whatever it was made of: no text from outside can move the
/// cursor or change a colour.
struct StyledLine: Hashable, Sendable {
  struct Span: Hashable, Sendable {
    let text: String
    let style: Style
  }

  /// The pieces from left to right; neighbours differ in style.
  private(set) var spans: [Span] = []

  init() {}

  init(_ text: String, _ style: Style = .plain) {
    append(text, style)
  }

  mutating func append(_ text: String, _ style: Style = .plain) {
    let text = text.printable
    guard !text.isEmpty else { return }
    if let last = spans.last, last.style == style {
      spans[spans.count - 1] = Span(text: last.text + text, style: style)
    } else {
      spans.append(Span(text: text, style: style))
    }
  }

  func appending(_ text: String, _ style: Style = .plain) -> StyledLine {
    var line = self
    line.append(text, style)
    return line
  }

  var text: String {
    spans.map(\.text).joined()
  }

  var columns: Int {
    spans.reduce(0) { $0 + $1.text.columns }
  }

  /// The line, or as much of its beginning as fits into `width` columns with `ellipsis` behind it.
  func truncated(to width: Int, ellipsis: String) -> StyledLine {
    guard columns > width else { return self }
    var line = StyledLine()
    var left = width
    for span in spans {
      let text = span.text
      // A piece that is not the last must leave room for the ellipsis if the next one is cut away.
      guard text.columns + ellipsis.columns <= left else {
        line.append(
          (text + ellipsis).truncated(to: left, ellipsis: ellipsis),
          span.style
        )
        break
      }
      line.append(text, span.style)
      left -= text.columns
    }
    return line
  }

  func rendered(at depth: ColourDepth) -> String {
    spans.map { $0.style.rendering($0.text, at: depth) }.joined()
  }
}

extension String {
  var columns: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }

  /// The text, or as much of its beginning as fits into `width` columns with `ellipsis` behind it.
  func truncated(to width: Int, ellipsis: String) -> String {
    guard columns > width else { return self }
    guard ellipsis.columns <= width else { return String(fitting(width)) }
    return fitting(width - ellipsis.columns) + ellipsis
  }

  func padded(to width: Int, flushRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - columns))
    return flushRight ? space + self : self + space
  }

  /// The text in lines of at most `width` columns, broken between words where that is possible.
  ///
  /// Line ends in the text are kept; a word that is longer than a line is broken within.
  func wrapped(to width: Int) -> [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { String($0).printable.wrappedParagraph(to: max(1, width)) }
  }

  private func wrappedParagraph(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var lineColumns = 0
    for word in split(separator: " ") {
      var word = word
      var wordColumns = String(word).columns
      if lineColumns > 0, lineColumns + 1 + wordColumns <= width {
        line += " " + word
        lineColumns += 1 + wordColumns
        continue
      }
      if lineColumns > 0 { lines.append(line) }
      while wordColumns > width {
        let fitting = String(word).fitting(width)
        let part = fitting.isEmpty ? word.prefix(1) : word.prefix(fitting.count)
        lines.append(String(part))
        word = word.dropFirst(part.count)
        wordColumns = String(word).columns
      }
      line = String(word)
      lineColumns = wordColumns
    }
    if lineColumns > 0 || lines.isEmpty { lines.append(line) }
    return lines
  }

  private func fitting(_ width: Int) -> Substring {
    var used = 0
    return prefix { character in
      used += character.columns
      return used <= width
    }
  }
}

import FlowKit

/// One line for a terminal: pieces of text, each with its style.
///
/// A line holds printable text only, whatever it was made of: no text from outside can move the
/// cursor or change a colour.
struct StyledLine: Hashable, Sendable {
  /// Text in one style.
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

  /// The text with the escape sequences for its styles, as far as `depth` knows them.
  func rendered(at depth: ColourDepth) -> String {
    spans.map { $0.style.rendering($0.text, at: depth) }.joined()
  }
}

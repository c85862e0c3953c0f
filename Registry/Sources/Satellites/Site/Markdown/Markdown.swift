import Base

/// Renders CommonMark with GitHub's tables, struck text, task lists and bare URLs as HTML for a page.
///
/// No HTML of the text is passed, and nothing is loaded: pictures become links.
package struct Markdown: Sendable {
  /// The treatment of HTML in the text.
  package enum RawHTML: Sendable {
    /// Only the text between the tags is kept.
    case hidden
    /// It is text, as it was typed.
    case shown
  }

  /// The levels of headings on the page.
  package enum Headings: Sendable {
    /// The level of one with one hash sign; the others follow.
    case from(Int)
    /// The level of all.
    case all(Int)

    func level(of written: Int) -> Int {
      switch self {
      case .from(let top): min(written + top - 1, 6)
      case .all(let level): level
      }
    }
  }

  let rawHTML: RawHTML
  let headings: Headings
  let anchors: String?
  let target: @Sendable (String) -> String?
  let word: @Sendable (String) -> String?

  /// - Parameters:
  ///   - anchors: The prefix of the headings' anchors; `nil` for none.
  ///   - target: Where a link leads, other than to a heading of the text; `nil` to keep only its text.
  ///   - word: Where a word in brackets leads, such as the name of a rule; `nil` for one that is no link.
  package init(
    rawHTML: RawHTML,
    headings: Headings,
    anchors: String? = nil,
    target: @escaping @Sendable (String) -> String? = Self.webAddress,
    word: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    (self.rawHTML, self.headings, self.anchors) = (rawHTML, headings, anchors)
    (self.target, self.word) = (target, word)
  }

  /// The text as HTML, without what could run or reach out from a page.
  package func html(of text: String) -> String {
    let tree = MarkdownTree(text)
    tree.rewrite(for: self)
    return tree.html.withoutDirectionControls
  }

  /// The text without any markup.
  package static func plainText(of text: String) -> String {
    MarkdownTree(text).plainText
  }

  /// A URL of the web or of mail; `nil` for any other.
  package static func webAddress(_ url: String) -> String? {
    let schemes = ["https://", "http://", "mailto:"]
    return schemes.contains { url.lowercased().hasPrefix($0) } ? url : nil
  }
}

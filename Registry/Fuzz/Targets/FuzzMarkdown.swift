import Site

/// Renders any text: no HTML of it is in the page, and nothing that loads or runs.
enum FuzzMarkdown {
  private static let tags: Set = [
    "a", "blockquote", "br", "code", "del", "div", "em", "h2", "h3", "h4", "h5", "h6", "hr",
    "input",
    "li", "ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ]

  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    for form in [Markdown.RawHTML.hidden, .shown] {
      let html = Markdown(rawHTML: form, headings: .from(2), anchors: "readme-").html(of: text)
      for part in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
        let name = part.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
        precondition(tags.contains(String(name)), "the page has '<\(part.prefix(20))'")
      }
      for link in html.matches(of: /href="([^"]*)"/) {
        let isAnchor = link.1.hasPrefix("#readme-")
        precondition(isAnchor || Markdown.webAddress(String(link.1)) != nil)
      }
    }
  }
}

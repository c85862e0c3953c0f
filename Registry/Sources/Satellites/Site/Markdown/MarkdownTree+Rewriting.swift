extension MarkdownTree {
  /// Replaces what a page must not or cannot have.
  func rewrite(for page: Markdown) {
    let nodes = nodes
    let anchors = Anchors(nodes.filter { $0.kind == "heading" }.map(\.text), page.anchors)
    var heading = 0
    // What contains others comes first, so that what is in it gets out of any depth in one step.
    for node in nodes {
      switch node.kind {
      case "heading":
        let tag = "h\(page.headings.level(of: node.level))"
        let id = anchors.names[heading].map { " id=\"\($0)\"" } ?? ""
        heading += 1
        node.replace(withBlock: "<\(tag)\(id)>", "</\(tag)>")
      case "link":
        if let url = anchors.link(to: node.url) ?? page.target(node.url) {
          node.set(url: url)
        } else {
          node.unwrap()
        }
      case "image":
        if !node.isLinked, let url = page.target(node.url) {
          node.replace(withLink: url, label: "picture")
        } else {
          node.unwrap()
        }
      case "code_block":
        let code = Self.escaped(node.literal)
        node.replace(withBlock: "<pre tabindex=\"0\"><code>\(code)</code></pre>")
      case "table":
        node.wrap(
          inBlock: "<div class=\"scroll\" role=\"region\" aria-label=\"Table\" tabindex=\"0\">",
          "</div>"
        )
      case "html_block", "html_inline":
        rewrite(html: node, page.rawHTML)
      default: break
      }
    }
  }

  private func rewrite(html node: MarkdownNode, _ form: Markdown.RawHTML) {
    switch form {
    case .shown: node.replaceWithText()
    case .hidden where node.kind == "html_inline" && node.literal.lowercased().hasPrefix("<br"):
      node.replaceWithLineBreak()
    case .hidden: node.remove()
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// The anchors of headings, named as GitHub does it.
private struct Anchors {
  /// By heading; `nil` where headings have none.
  let names: [String?]
  private let known: Set<String>
  private let prefix: String?

  init(_ headings: [String], _ prefix: String?) {
    self.prefix = prefix
    guard let prefix else {
      (names, known) = (headings.map { _ in nil }, [])
      return
    }
    var counts: [String: Int] = [:]
    let names = headings.map { heading in
      let name = prefix + Self.slug(heading)
      defer { counts[name, default: 0] += 1 }
      return counts[name].map { "\(name)-\($0)" } ?? name
    }
    (self.names, known) = (names, Set(names))
  }

  /// The address of the heading that a link names; `nil` if there is none.
  func link(to url: String) -> String? {
    guard let prefix, url.hasPrefix("#") else { return nil }
    let name = prefix + url.dropFirst().lowercased()
    return known.contains(name) ? "#\(name)" : nil
  }

  /// Only what needs no escaping in an attribute.
  private static func slug(_ heading: String) -> String {
    String(
      heading.lowercased().unicodeScalars.compactMap { scalar -> Character? in
        switch scalar {
        case " ", "-": "-"
        case "_": "_"
        default:
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            ? Character(scalar) : nil
        }
      }
    )
  }
}

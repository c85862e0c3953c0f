internal import CMarkGFM

/// The parsed form of a text, which cmark-gfm has, and its only owner.
@safe
struct MarkdownTree: ~Copyable {
  private static let extensions = ["strikethrough", "autolink", "tasklist"]
  /// Old versions of the library complete short rows, so that a few kilobytes could become gigabytes.
  private static let mostCells = 100_000
  /// Not `CMARK_OPT_UNSAFE`: without it, no HTML of the text and no URL of a script is written.
  private static let options = CMARK_OPT_VALIDATE_UTF8

  /// The library keeps its extensions in a list that it does not lock.
  private static let isReady: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  private let root: OpaquePointer

  init(_ text: String) {
    precondition(Self.isReady)
    guard let parser = unsafe cmark_parser_new(Self.options) else {
      preconditionFailure("cmark-gfm ends the process where there is no memory")
    }
    defer { unsafe cmark_parser_free(parser) }
    let tables = Self.cells(of: text) <= Self.mostCells ? ["table"] : []
    for name in tables + Self.extensions {
      guard let found = unsafe cmark_find_syntax_extension(name) else { continue }
      unsafe cmark_parser_attach_syntax_extension(parser, found)
    }
    var text = text
    text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress {
          unsafe cmark_parser_feed(parser, start, characters.count)
        }
      }
    }
    guard let root = unsafe cmark_parser_finish(parser) else {
      preconditionFailure("each text has a document")
    }
    // Brackets are texts of their own until then.
    unsafe cmark_consolidate_text_nodes(root)
    unsafe self.root = unsafe root
  }

  deinit {
    unsafe cmark_node_free(root)
  }

  var html: String {
    unsafe Self.taken(cmark_render_html(root, Self.options, nil))
      .replacing(MarkdownNode.lineBreak, with: "<br />")
  }

  /// Paragraphs in one line each.
  var plainText: String { unsafe Self.taken(cmark_render_plaintext(root, Self.options, 0)) }

  /// Its elements, from the first to the last, those that contain others before these.
  var nodes: [MarkdownNode] {
    var nodes: [MarkdownNode] = []
    guard let iterator = unsafe cmark_iter_new(root) else { return [] }
    defer { unsafe cmark_iter_free(iterator) }
    var links = 0
    while true {
      let event = unsafe cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return nodes }
      guard let node = unsafe cmark_iter_get_node(iterator) else { continue }
      let isLink = unsafe [CMARK_NODE_LINK, CMARK_NODE_IMAGE].contains(cmark_node_get_type(node))
      if event == CMARK_EVENT_ENTER {
        unsafe nodes.append(MarkdownNode(node, isLinked: links > 0))
        if isLink { links += 1 }
      } else if isLink {
        links -= 1
      }
    }
  }

  /// No fewer than the cells that the tables of a text may get.
  private static func cells(of text: String) -> Int {
    let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let columns = lines.map { line in
      line.allSatisfy(ruling.contains) ? line.count { $0 == UInt8(ascii: "|") } + 1 : 0
    }
    return lines.count * (columns.max() ?? 0)
  }

  /// The characters of the line below the heads of a table, also in a list or a quotation.
  private static let ruling = Set("|-: \t>+*.)0123456789".utf8)

  /// A text that the library allocated.
  private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe cmark_get_default_mem_allocator().pointee.free(text) }
    return unsafe String(cString: text)
  }
}

extension MarkdownTree {
  /// Replaces what a page must not or cannot have.
  func rewrite(for page: Markdown) {
    let nodes = nodes
    let folds = Self.folds(among: nodes)
    let anchors = Anchors(nodes.filter { $0.kind == "heading" }.map(\.text), page.anchors)
    var heading = 0
    // What contains others comes first, so that what is in it gets out of any depth in one step.
    for (place, node) in nodes.enumerated() {
      if let tags = folds[place] {
        node.replace(withBlock: tags)
        continue
      }
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
      case "text" where !node.isLinked: node.link(bracketed: page.word)
      case "html_block", "html_inline":
        rewrite(html: node, page.rawHTML)
      default: break
      }
    }
  }

  /// The tags of blocks that a reader opens, by the places of the elements that they are in place of:
  /// `<details>` and a plain `<summary>`, and behind other blocks `</details>`, each by itself.
  private static func folds(among nodes: [MarkdownNode]) -> [Int: String] {
    var tags: [Int: String] = [:]
    var open: [(place: Int, summary: Substring)] = []
    for (place, node) in nodes.enumerated() where node.kind == "html_block" {
      let html = node.literal
      if let start = html.wholeMatch(of: /\s*<details>\s*<summary>([^<>]*)<\/summary>\s*/) {
        open.append((place, start.1))
      } else if html.wholeMatch(of: /\s*<\/details>\s*/) != nil {
        // One of another block is not ended by it.
        while let start = open.popLast() {
          guard nodes[start.place].isBeside(node) else { continue }
          tags[start.place] = "<details><summary>\(escaped(String(start.summary)))</summary>"
          tags[place] = "</details>"
          break
        }
      }
    }
    return tags
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
  /// The anchor of each heading; `nil` where headings have none.
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

/// An element of a tree, which must not outlive it.
@safe
struct MarkdownNode {
  private let pointer: OpaquePointer
  /// Whether it is in a link or a picture.
  let isLinked: Bool

  init(_ pointer: OpaquePointer, isLinked: Bool = false) {
    unsafe (self.pointer, self.isLinked) = unsafe (pointer, isLinked)
  }

  /// A new element, for ``replace(with:keepsContent:)`` and the like.
  private init(_ type: cmark_node_type) {
    guard let node = unsafe cmark_node_new(type) else {
      preconditionFailure("cmark-gfm ends the process where there is no memory")
    }
    unsafe self.init(node)
  }

  /// Such as `heading`, `html_inline` and `table`.
  var kind: String { unsafe String(cString: cmark_node_get_type_string(pointer)) }

  var level: Int { unsafe Int(cmark_node_get_heading_level(pointer)) }

  var url: String { unsafe cmark_node_get_url(pointer).map { unsafe String(cString: $0) } ?? "" }

  /// The text of code, HTML or a word.
  var literal: String {
    unsafe cmark_node_get_literal(pointer).map { unsafe String(cString: $0) } ?? ""
  }

  /// The text of the element and all elements in it.
  var text: String {
    // By the library's iterator, since a text may nest as deep as it is long.
    guard let iterator = unsafe cmark_iter_new(pointer) else { return "" }
    defer { unsafe cmark_iter_free(iterator) }
    var text = ""
    while true {
      let event = unsafe cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return text }
      guard event == CMARK_EVENT_ENTER, let node = unsafe cmark_iter_get_node(iterator) else {
        continue
      }
      unsafe text += MarkdownNode(node).literal
    }
  }

  /// Whether it is in the same element as another one.
  func isBeside(_ other: MarkdownNode) -> Bool {
    unsafe cmark_node_parent(pointer) == cmark_node_parent(other.pointer)
  }

  func set(url: String) {
    unsafe cmark_node_set_url(pointer, url)
  }

  /// Leaves its content in its place.
  func unwrap() {
    while let child = unsafe cmark_node_first_child(pointer) {
      unsafe cmark_node_insert_before(pointer, child)
    }
    remove()
  }

  func remove() {
    unsafe cmark_node_unlink(pointer)
    unsafe cmark_node_free(pointer)
  }

  /// Puts HTML before and after its content, in place of what it is.
  func replace(withBlock start: String, _ end: String = "") {
    let block = MarkdownNode(CMARK_NODE_CUSTOM_BLOCK)
    unsafe cmark_node_set_on_enter(block.pointer, start)
    unsafe cmark_node_set_on_exit(block.pointer, end)
    block.takePlace(of: self)
  }

  /// Puts HTML before and after it.
  func wrap(inBlock start: String, _ end: String) {
    let block = MarkdownNode(CMARK_NODE_CUSTOM_BLOCK)
    unsafe cmark_node_set_on_enter(block.pointer, start)
    unsafe cmark_node_set_on_exit(block.pointer, end)
    unsafe cmark_node_insert_before(pointer, block.pointer)
    unsafe cmark_node_append_child(block.pointer, pointer)
  }

  /// Makes a link with its content of it, or with `label` if it has none.
  func replace(withLink url: String, label: String) {
    let link = MarkdownNode(CMARK_NODE_LINK)
    link.set(url: url)
    if unsafe cmark_node_first_child(pointer) == nil {
      unsafe cmark_node_append_child(pointer, Self.word(label).pointer)
    }
    link.takePlace(of: self)
  }

  /// Makes links of the words in brackets that lead anywhere.
  func link(bracketed target: (String) -> String?) {
    let text = literal
    let found = text.matches(of: /\[([a-z-]+)\]/).compactMap { match in
      target(String(match.1)).map { (word: match.1, url: $0) }
    }
    guard !found.isEmpty else { return }
    var start = text.startIndex
    for (word, url) in found {
      let link = MarkdownNode(CMARK_NODE_LINK)
      link.set(url: url)
      unsafe cmark_node_append_child(link.pointer, Self.word(String(word)).pointer)
      insert(Self.word(String(text[start..<word.startIndex])))
      insert(link)
      start = word.endIndex
    }
    insert(Self.word(String(text[start...])))
    remove()
  }

  /// Puts a new element before it.
  private func insert(_ node: MarkdownNode) {
    unsafe cmark_node_insert_before(pointer, node.pointer)
  }

  /// Makes its literal text of it.
  func replaceWithText() {
    let word = Self.word(literal)
    guard kind == "html_block" else { return word.takePlace(of: self) }
    let paragraph = MarkdownNode(CMARK_NODE_PARAGRAPH)
    unsafe cmark_node_append_child(paragraph.pointer, word.pointer)
    paragraph.takePlace(of: self)
  }

  func replaceWithLineBreak() {
    Self.word(Self.lineBreak).takePlace(of: self)
  }

  /// Stands for a line break until the tree is rendered: cells of tables can have text, and no breaks.
  ///
  /// A character of private use; where a text has it, there is one line more.
  static let lineBreak = "\u{F8FF}"

  private static func word(_ text: String) -> MarkdownNode {
    let word = MarkdownNode(CMARK_NODE_TEXT)
    unsafe cmark_node_set_literal(word.pointer, text)
    return word
  }

  /// With the content of the other one, which ends.
  private func takePlace(of other: MarkdownNode) {
    unsafe cmark_node_insert_before(other.pointer, pointer)
    while let child = unsafe cmark_node_first_child(other.pointer) {
      unsafe cmark_node_append_child(pointer, child)
    }
    other.remove()
  }
}

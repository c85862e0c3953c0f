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

  /// What the line below the heads of a table consists of, also in a list or a quotation.
  private static let ruling = Set("|-: \t>+*.)0123456789".utf8)

  /// A text that the library allocated.
  private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe cmark_get_default_mem_allocator().pointee.free(text) }
    return unsafe String(cString: text)
  }
}

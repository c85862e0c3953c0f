internal import CMarkGFM

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

  /// Of the element and all that is in it.
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
  /// Of private use; where a text has it, there is one line more.
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

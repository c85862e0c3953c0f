/// The subset of Markdown that changelogs use, as blocks of text that a page escapes.
///
/// Everything else is shown as it was typed.
struct NotesMarkup: Sendable {
  let blocks: [Block]

  struct Block: Sendable, Equatable {
    var heading: Text?
    var paragraph: Text?
    var list: List?
    /// Between fences, with its line breaks.
    var code: String?
  }

  struct Text: Sendable, Equatable {
    var spans: [Span]
  }

  struct List: Sendable, Equatable {
    var items: [Text]
  }

  struct Span: Sendable, Equatable {
    let isCode: Bool
    let text: String
  }

  init(_ markdown: String) {
    var blocks: [Block] = []
    var code: [Substring]?
    var isOpen = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      // What belongs to an item of a list is indented.
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        if let lines = code { blocks.append(Block(code: lines.joined(separator: "\n"))) }
        code = code == nil ? [] : nil
        isOpen = false
      } else if code != nil {
        code?.append(line)
      } else if line.allSatisfy(\.isWhitespace) {
        isOpen = false
      } else if line.hasPrefix("#") {
        let title = line.drop { $0 == "#" || $0 == " " }
        blocks.append(Block(heading: Text(spans: Self.spans(title))))
        isOpen = false
      } else if line.hasPrefix("- ") {
        let item = Text(spans: Self.spans(line.dropFirst(2)))
        if isOpen, blocks.last?.list != nil {
          blocks[blocks.count - 1].list?.items.append(item)
        } else {
          blocks.append(Block(list: List(items: [item])))
        }
        isOpen = true
      } else {
        Self.add(line, to: &blocks, continues: isOpen)
        isOpen = true
      }
    }
    if let lines = code { blocks.append(Block(code: lines.joined(separator: "\n"))) }
    self.blocks = blocks
  }

  /// A line without markup continues the block above it.
  private static func add(_ line: Substring, to blocks: inout [Block], continues: Bool) {
    let text = line.drop { $0 == " " }
    if continues, let last = blocks.indices.last {
      let more = [Span(isCode: false, text: " ")] + spans(text)
      if let item = blocks[last].list?.items.indices.last {
        blocks[last].list?.items[item].spans += more
        return
      }
      if blocks[last].paragraph != nil {
        blocks[last].paragraph?.spans += more
        return
      }
    }
    blocks.append(Block(paragraph: Text(spans: spans(text))))
  }

  private static func spans(_ text: Substring) -> [Span] {
    var spans: [Span] = []
    var plain: [UInt8] = []
    func add(_ bytes: some Sequence<UInt8>, isCode: Bool) {
      let text = String(decoding: Array(bytes), as: UTF8.self)
      if !text.isEmpty { spans.append(Span(isCode: isCode, text: text)) }
    }
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == backtick }
      if !run.isEmpty {
        rest = rest[run.endIndex...]
        // Backticks without as many others behind them are backticks.
        guard let end = endOfCode(in: rest, after: run.count) else {
          plain += run
          continue
        }
        add(plain, isCode: false)
        plain = []
        add(rest[..<end], isCode: true)
        rest = rest[(end + run.count)...]
      } else if first == UInt8(ascii: "\\"), let next = rest.dropFirst().first, isMark(next) {
        plain.append(next)
        rest = rest.dropFirst(2)
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    add(plain, isCode: false)
    return spans
  }

  private static let backtick = UInt8(ascii: "`")

  /// Where as many backticks start as the code begins with.
  private static func endOfCode(in bytes: ArraySlice<UInt8>, after count: Int) -> Int? {
    var rest = bytes
    while let start = rest.firstIndex(of: backtick) {
      let run = rest[start...].prefix { $0 == backtick }
      if run.count == count { return start }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  /// Whether a backslash before it makes a plain character of it: any mark of ASCII.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      false
    default: 0x21...0x7E ~= byte
    }
  }
}

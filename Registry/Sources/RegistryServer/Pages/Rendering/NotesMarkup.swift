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
      if line.hasPrefix("```") {
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
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // A backtick without a second one is a backtick.
    guard parts.count % 2 == 1 else { return [Span(isCode: false, text: String(text))] }
    return parts.enumerated().compactMap { index, part in
      part.isEmpty ? nil : Span(isCode: index % 2 == 1, text: String(part))
    }
  }
}

import FlowKit

/// A line of text that is being typed, and where in it.
struct LineEditor: Hashable, Sendable {
  private(set) var before: String
  private(set) var after = ""

  static let longest = 4096

  init(_ text: String = "") {
    before = String(text.printable.prefix(Self.longest))
  }

  var text: String {
    before + after
  }

  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .backspace, .control("h"): _ = before.popLast()
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"):
      if let last = before.popLast() { after.insert(last, at: after.startIndex) }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): self = LineEditor(before: "", after: text)
    case .end, .control("e"): self = LineEditor(before: text, after: "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): deleteWord()
    default: return false
    }
    return true
  }

  /// The part of the line that is shown in `width` columns, and the caret's column in it; the rest
  /// is scrolled away at either end.
  func view(width: Int, ellipsis: String) -> (text: String, caret: Int) {
    let room = max(1, width - 1)
    var head = before
    if head.columns > room {
      var tail = Substring(before)
      while String(tail).columns + ellipsis.columns > room, !tail.isEmpty { tail.removeFirst() }
      head = ellipsis.columns < room ? ellipsis + tail : String(tail)
    }
    let rest = after.truncated(to: max(0, width - head.columns), ellipsis: ellipsis)
    return (head + rest, head.columns)
  }

  private init(before: String, after: String) {
    self.before = before
    self.after = after
  }

  private mutating func insert(_ text: String) {
    let room = Self.longest - before.count - after.count
    before += text.printable.prefix(max(0, room))
  }

  private mutating func deleteWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
  }
}

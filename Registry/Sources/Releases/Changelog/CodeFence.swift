/// A line of backticks or tildes that starts or ends a code block in Markdown (CommonMark 4.5).
struct CodeFence {
  private let mark: Character
  private let count: Int
  private let isBare: Bool

  /// Nothing for a line that is none.
  private init?(_ line: String) {
    let text = line.drop { $0 == " " }
    guard line.count - text.count <= 3, let mark = text.first, mark == "`" || mark == "~" else {
      return nil
    }
    let rest = text.drop { $0 == mark }
    count = text.count - rest.count
    // With a backtick behind it, it is code within a line.
    guard count >= 3, mark == "~" || !rest.contains("`") else { return nil }
    self.mark = mark
    isBare = rest.allSatisfy(\.isWhitespace)
  }

  /// The line that ends the block which these lines leave open; nothing if they leave none.
  static func closing(_ lines: [String]) -> String? {
    var open: CodeFence?
    for fence in lines.compactMap(CodeFence.init) {
      if let start = open {
        if fence.isBare, fence.mark == start.mark, fence.count >= start.count { open = nil }
      } else {
        open = fence
      }
    }
    return open.map { String(repeating: $0.mark, count: $0.count) }
  }
}

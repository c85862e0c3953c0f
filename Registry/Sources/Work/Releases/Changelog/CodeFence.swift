/// A line of backticks or tildes that starts or ends a code block in Markdown (CommonMark 4.5).
///
/// By bytes, as renderers read it: a mark behind a backtick makes another character of it.
struct CodeFence {
  private let mark: UInt8
  private let count: Int
  private let isBare: Bool

  /// `nil` for any other line.
  private init?(_ line: String) {
    let text = line.utf8.drop { $0 == UInt8(ascii: " ") }
    guard line.utf8.count - text.count <= 3, let mark = text.first,
      mark == Self.backtick || mark == UInt8(ascii: "~")
    else { return nil }
    let rest = text.drop { $0 == mark }
    count = text.count - rest.count
    // With a backtick behind it, it is code within a line.
    guard count >= 3, mark != Self.backtick || !rest.contains(Self.backtick) else { return nil }
    self.mark = mark
    isBare = rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// By line, whether it belongs to a code block that is not left open, and the line that ends one
  /// which is; `nil` if none is.
  static func blocks(_ lines: [String]) -> (isCode: [Bool], closing: String?) {
    var isCode = Array(repeating: false, count: lines.count)
    var open: (start: Int, fence: CodeFence)?
    for (place, line) in lines.enumerated() {
      guard let fence = CodeFence(line) else { continue }
      guard let (start, opening) = open else {
        open = (place, fence)
        continue
      }
      guard fence.closes(opening) else { continue }
      for index in start...place { isCode[index] = true }
      open = nil
    }
    let closing = open.map { Array(repeating: $0.fence.mark, count: $0.fence.count) }
    return (isCode, closing.map { String(decoding: $0, as: UTF8.self) })
  }

  private func closes(_ opening: CodeFence) -> Bool {
    isBare && mark == opening.mark && count >= opening.count
  }

  private static let backtick = UInt8(ascii: "`")
}

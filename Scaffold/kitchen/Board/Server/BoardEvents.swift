import FlyingSocks

/// The boards as server-sent events, whole ones at a time.
struct BoardEvents: AsyncBufferedSequence {
  typealias Element = UInt8

  let boards: AsyncStream<Board>
  let render: @Sendable (Board) -> String

  func makeAsyncIterator() -> Iterator {
    Iterator(boards: boards.makeAsyncIterator(), render: render)
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate var boards: AsyncStream<Board>.Iterator
    fileprivate let render: @Sendable (Board) -> String
    /// The bytes of the latest event that were not taken yet.
    fileprivate var rest: ArraySlice<UInt8> = []

    mutating func next() async throws -> UInt8? {
      try await fill() ? rest.popFirst() : nil
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard try await fill() else { return nil }
      defer { rest = [] }
      return Array(rest)
    }

    /// Waits for an event if nothing is left of the latest; false once there are no more.
    private mutating func fill() async throws -> Bool {
      guard rest.isEmpty else { return true }
      guard let board = await boards.next() else { return false }
      // Empty lines too, so that a browser sees the very cards that its page came with.
      let lines = render(board).split(separator: "\n", omittingEmptySubsequences: false)
        .map { "data: \($0)\n" }
      rest = Array((lines.joined() + "\n").utf8)[...]
      return true
    }
  }
}

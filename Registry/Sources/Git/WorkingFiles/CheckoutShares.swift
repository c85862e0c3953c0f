import Synchronization

/// Files that several processors write, each taking the next few whenever it is done with its last,
/// and what is noted of them.
final class CheckoutShares<Note: Sendable>: Sendable {
  private let items: [TreeListing.Item]
  private let state: Mutex<State>

  /// So many files that looking for the next ones is no matter, and the last ones are no long wait.
  private static var size: Int { 250 }

  private struct State {
    var next = 0
    var notes: [[Note]]
    var failure: GitError?
  }

  init(_ items: [TreeListing.Item]) {
    self.items = items
    let count = (items.count + Self.size - 1) / Self.size
    state = Mutex(State(notes: Array(repeating: [], count: count)))
  }

  var count: Int { state.withLock(\.notes.count) }

  /// Nothing once all are taken, or after a failure.
  func next() -> (number: Int, items: ArraySlice<TreeListing.Item>)? {
    state.withLock { state in
      guard state.failure == nil, state.next < state.notes.count else { return nil }
      defer { state.next += 1 }
      let start = state.next * Self.size
      return (state.next, items[start..<min(start + Self.size, items.count)])
    }
  }

  func put(_ notes: [Note], at number: Int) {
    state.withLock { $0.notes[number] = notes }
  }

  func fail(_ error: GitError) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// In the order of the files.
  func notes() throws(GitError) -> [Note] {
    let (notes, failure) = state.withLock { ($0.notes, $0.failure) }
    if let failure { throw failure }
    return notes.flatMap(\.self)
  }
}

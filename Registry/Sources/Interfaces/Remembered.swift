import Synchronization
package import Workspace

/// Answers that take long, each found out once in one run, so that starting over repeats none.
///
/// The key has all that an answer follows from. A refusal is an answer too.
package final class Remembered<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let known = Mutex<[Key: Result<Answer, OperationError>]>([:])

  package init() {}

  /// What is known already.
  package func answer(_ key: Key) -> Result<Answer, OperationError>? {
    known.withLock { $0[key] }
  }

  /// - Parameter isLocked: Whether others wait, so that nothing is found out now.
  /// - Throws: ``OperationError/Code/movedMeanwhile`` where it would have to be.
  package func answer(
    _ key: Key,
    isLocked: Bool = false,
    _ find: () throws -> Answer
  ) throws(OperationError) -> Answer {
    if let answer = answer(key) { return try answer.get() }
    guard !isLocked else {
      throw OperationError(.movedMeanwhile, "the branch has moved on from what was looked at")
    }
    let answer = Result { () throws(OperationError) in try unifyingErrors(find) }
    known.withLock { $0[key] = answer }
    return try answer.get()
  }
}

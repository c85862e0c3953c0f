package import Errors
import Synchronization
import Workspace

/// Results of long work, each computed once in a run, so that starting over repeats none.
///
/// The key has everything that a result depends on. A refusal is a result too.
package final class Remembered<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let known = Mutex<[Key: Result<Answer, OperationError>]>([:])

  package init() {}

  /// The result, if it is known already.
  package func answer(_ key: Key) -> Result<Answer, OperationError>? {
    known.withLock { $0[key] }
  }

  /// - Parameter isLocked: Whether others wait, so that nothing may be computed now.
  /// - Throws: ``OperationError/Code/movedMeanwhile`` if it would have to be.
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

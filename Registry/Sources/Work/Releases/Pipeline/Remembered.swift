import Base
import Synchronization

/// Results of long work, each computed once in a run, so that planning again repeats none.
///
/// The key has everything that a result depends on. A refusal is a result too.
final class Remembered<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let known = Mutex<[Key: Result<Answer, OperationError>]>([:])

  /// The result, if it is known already.
  subscript(_ key: Key) -> Result<Answer, OperationError>? { known.withLock { $0[key] } }

  func answer(_ key: Key, _ find: () throws -> Answer) throws(OperationError) -> Answer {
    if let answer = self[key] { return try answer.get() }
    let answer = Result { () throws(OperationError) in try unifyingErrors(find) }
    known.withLock { $0[key] = answer }
    return try answer.get()
  }
}

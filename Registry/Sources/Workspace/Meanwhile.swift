import Dispatch
import Synchronization

/// Work that another processor does while this one goes on.
package final class Meanwhile<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let group = DispatchGroup()

  package init(_ work: @escaping @Sendable () throws -> Value) {
    // A queue of its own: who waits on a thread of the shared pool must not wait for another one.
    DispatchQueue(label: "meanwhile").async(group: group) { [self] in
      let outcome = Result { try work() }
      result.withLock { $0 = outcome }
    }
  }

  /// Has the work end before this one does.
  package func wait() {
    group.wait()
  }

  /// What the work came to, each time it is asked for; waits for it.
  package func value() throws -> Value {
    wait()
    guard let outcome = result.withLock(\.self) else { preconditionFailure("the work has ended") }
    return try outcome.get()
  }
}

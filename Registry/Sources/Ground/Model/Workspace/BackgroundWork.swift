import Dispatch
import Synchronization

/// Work that runs on a thread of its own while the caller continues.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let group = DispatchGroup()

  package init(_ work: @escaping @Sendable () throws -> Value) {
    // Its own queue: a thread of the shared pool must not wait for another one.
    DispatchQueue(label: "background-work").async(group: group) { [self] in
      let outcome = Result { try work() }
      result.withLock { $0 = outcome }
    }
  }

  /// Waits until the work has ended.
  package func wait() {
    group.wait()
  }

  /// Waits for the result of the work; the same each time.
  package func value() throws -> Value {
    wait()
    guard let outcome = result.withLock(\.self) else { preconditionFailure("the work has ended") }
    return try outcome.get()
  }
}

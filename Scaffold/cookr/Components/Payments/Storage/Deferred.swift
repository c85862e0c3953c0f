import Synchronization

/// A value that is made when it is first needed, and once.
final class Deferred<Value: Sendable>: Sendable {
  private let make: @Sendable () throws -> Value
  private let made = Mutex<Value?>(nil)

  init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = make
  }

  /// The value; one that could not be made is tried again the next time.
  func callAsFunction() throws -> Value {
    try made.withLock { made in
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}

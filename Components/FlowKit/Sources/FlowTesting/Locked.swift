#if canImport(os)
  import os
#else
  import Synchronization
#endif

/// A value that is protected by a lock, like the mutex of Synchronization, which needs macOS 15 and iOS 18.
public final class Locked<Value: Sendable>: Sendable {
  #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>

    public init(_ value: Value) {
      lock = OSAllocatedUnfairLock(initialState: value)
    }

    public func withLock<Result: Sendable>(
      _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      try lock.withLockUnchecked(body)
    }
  #else
    private let lock: Mutex<Value>

    public init(_ value: Value) {
      lock = Mutex(value)
    }

    public func withLock<Result: Sendable>(
      _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      try lock.withLock { try body(&$0) }
    }
  #endif
}

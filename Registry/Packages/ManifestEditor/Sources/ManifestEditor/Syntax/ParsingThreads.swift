private import Dispatch
private import Synchronization

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Threads with a stack of 64 MiB, each for one piece of work, which is waited for until a deadline.
///
/// Manifests that would need either are refused before they are parsed. This is for those that are not
/// recognised, and for other sources: a thread cannot be stopped, but the caller continues, and work
/// that keeps missing its deadline cannot take more than some processors.
public final class ParsingThreads: Sendable {
  /// The threads on which all manifests of the process are read.
  static let shared = ParsingThreads(secondsToWait: 10, greatestAbandonedCount: 2)

  /// Several times what the worst accepted text takes in a debug build.
  ///
  /// Only what is used is allocated.
  private static let stackSize = 64 << 20

  private let secondsToWait: Int
  private let greatestAbandonedCount: Int
  private let abandonedCount = Mutex(0)

  /// Creates a set of threads.
  ///
  /// - Parameters:
  ///   - secondsToWait: The time that work may take.
  ///   - greatestAbandonedCount: How many threads may go on beyond that before further work is
  ///     refused.
  public init(secondsToWait: Int, greatestAbandonedCount: Int) {
    self.secondsToWait = secondsToWait
    self.greatestAbandonedCount = greatestAbandonedCount
  }

  /// Runs work on a new thread and returns its result.
  ///
  /// - Throws: The error of the work, and `parser-busy` where it misses the deadline.
  public func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(ManifestError) -> Value
  ) throws(ManifestError) -> Value {
    guard abandonedCount.withLock({ $0 < greatestAbandonedCount }) else {
      throw ManifestError(
        .parserBusy,
        "manifest cannot be read while others take too long",
        help: "try again later"
      )
    }
    let outcome = Outcome<Value>()
    try Self.start { [self] in
      let result = Result { () throws(ManifestError) in try work() }
      if !outcome.finish(result) { abandonedCount.withLock { $0 -= 1 } }
    }
    let result = outcome.result(within: secondsToWait) { [self] in
      abandonedCount.withLock { $0 += 1 }
    }
    if let result { return try result.get() }
    throw ManifestError(
      .parserBusy,
      "manifest takes longer than \(secondsToWait) s to read",
      help: "move parts of it into separate constants"
    )
  }

  private static func start(_ work: @escaping @Sendable () -> Void) throws(ManifestError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = Unmanaged.passRetained(Work(run: work))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_attr_setstacksize(&attributes, stackSize) == 0,
      pthread_create(&thread, &attributes, { runWork($0) }, context.toOpaque()) == 0
    else {
      context.release()
      throw ManifestError(
        .parserBusy,
        "no thread can be started to read the manifest",
        help: "try again when there is more memory"
      )
    }
  }

  /// The result of the thread, or that it is no longer waited for.
  private final class Outcome<Value: Sendable>: Sendable {
    private enum State {
      case running, abandoned
      case finished(Result<Value, ManifestError>)
    }

    private let state = Mutex(State.running)
    private let done = DispatchSemaphore(value: 0)

    /// - Returns: Whether the result is waited for.
    func finish(_ result: Result<Value, ManifestError>) -> Bool {
      let isExpected = state.withLock { state in
        if case .abandoned = state { return false }
        state = .finished(result)
        return true
      }
      done.signal()
      return isExpected
    }

    /// `nil` if there is none by then; the thread is abandoned in that case.
    func result(
      within seconds: Int,
      abandon: () -> Void
    ) -> Result<Value, ManifestError>? {
      _ = done.wait(timeout: .now() + .seconds(seconds))
      return state.withLock { state in
        if case .finished(let result) = state { return result }
        state = .abandoned
        abandon()
        return nil
      }
    }
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// The thread's own function: C passes on no context but a pointer.
private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
  return nil
}

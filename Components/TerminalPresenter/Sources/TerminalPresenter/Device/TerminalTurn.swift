import Dispatch
import Foundation
import Synchronization

/// One turn at reading input, on a thread that may block.
///
/// The process has one terminal, and signals concern all of it: turns follow one another in the
/// order they were asked for, whichever presenters asked.
final class TerminalTurn: Sendable {
  private struct State {
    var isCancelled = false
    var abandon: (@Sendable () -> Void)?
  }

  private static let queue = DispatchQueue(label: "terminal")

  /// Wakes the thread that the turn runs on.
  let wakePipe = WakePipe()
  private let state = Mutex(State())

  /// Runs `body` in its turn, off the threads of Swift concurrency.
  ///
  /// When the task is cancelled, a turn that waits ends at once; one that runs is woken through its
  /// wake pipe and ends itself, so that the terminal is restored before this throws.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable (TerminalTurn) throws -> Value
  ) async throws -> Value {
    let turn = TerminalTurn()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        turn.enqueue { continuation.resume(throwing: CancellationError()) }
        queue.async {
          guard turn.begin() else { return }
          continuation.resume(with: Result { try body(turn) })
        }
      }
    } onCancel: {
      turn.cancel()
    }
  }

  var isCancelled: Bool {
    state.withLock(\.isCancelled)
  }

  private func enqueue(abandon: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.abandon = abandon }
      return state.isCancelled
    }
    if isCancelled { abandon() }
  }

  private func begin() -> Bool {
    state.withLock { state in
      state.abandon = nil
      return !state.isCancelled
    }
  }

  private func cancel() {
    let abandon = state.withLock { state in
      state.isCancelled = true
      return state.abandon.take()
    }
    wakePipe.wake(0)
    abandon?()
  }
}

/// Wakes the thread that waits for input: a byte 0 asks it to look whether its task was cancelled,
/// any other byte is the number of a signal.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without descriptors left there is no pipe, and questions are answered by keys alone: `poll`
    // passes over a descriptor of -1.
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    for end in [readEnd, writeEnd] where end >= 0 { close(end) }
  }

  /// Wakes the waiting thread; a full pipe takes no more, and wakes it all the same.
  func wake(_ byte: UInt8) {
    _ = withUnsafePointer(to: byte) { write(writeEnd, $0, 1) }
  }

  func drain() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}

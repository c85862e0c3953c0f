import Dispatch
import Synchronization

/// What is said in passing where no terminal shows it: the newest of it, as a line, after each ten
/// seconds, so that the log of a long run tells how far it is.
final class PassingText: Sendable {
  private struct State {
    var text: String?
    var clock: (any DispatchSourceTimer)?
  }

  private static let interval = DispatchTimeInterval.seconds(10)

  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  func show(_ text: String) {
    state.withLock { state in
      state.text = text
      guard state.clock == nil else { return }
      let clock = DispatchSource.makeTimerSource()
      clock.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
      clock.setEventHandler { [weak self] in self?.tick() }
      clock.resume()
      state.clock = clock
    }
  }

  /// Says nothing further, until something new is shown.
  func end() {
    state.withLock { state in
      state.clock?.cancel()
      state = State()
    }
  }

  private func tick() {
    // Under the lock, so that nothing comes behind what is said after the end.
    state.withLock { state in
      if let text = state.text { write(text) }
    }
  }
}

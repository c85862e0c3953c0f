public import FlowKit
import Synchronization

/// Asks the person at a terminal: questions are drawn below what is there, answered with keys, and
/// leave one line behind.
///
/// Questions of flows that run at once follow one another.
public final class ScreenPresenter: Presenter {
  private let session: Mutex<TerminalSession>

  /// Makes a presenter on descriptors that are open on a terminal.
  public init(_ device: TerminalDevice, guide: StyleGuide) {
    session = Mutex(TerminalSession(device, guide: guide))
  }

  /// Puts the question.
  ///
  /// - Throws: `CancellationError` for Ctrl-C, the end of input and a cancelled task; the terminal is
  ///   restored then, as it is after each answer.
  public func response(to prompt: Prompt) async throws -> Response {
    try await TerminalTurn.run { [self] turn in
      // Turns follow one another, so that nobody waits for this lock.
      try session.withLock { try $0.ask(prompt, in: turn) }
    }
  }
}

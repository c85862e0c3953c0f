public import FlowKit
import Synchronization

/// Asks the person at a terminal: questions are drawn below what is there, answered with keys, and
/// leave one line behind.
///
/// Questions of flows that run at once follow one another.
public final class ScreenPresenter: Presenter {
  private let session: Mutex<TerminalSession>

  public init(_ device: TerminalDevice, guide: StyleGuide) {
    session = Mutex(TerminalSession(device, guide: guide))
  }

  public func response(to prompt: Prompt) async throws -> Response {
    try await TerminalTurn.run { [self] turn in
      // Turns follow one another, so that nobody waits for this lock.
      try session.withLock { try $0.ask(prompt, in: turn) }
    }
  }
}

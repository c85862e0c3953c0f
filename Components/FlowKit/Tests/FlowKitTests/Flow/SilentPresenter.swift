import FlowKit

/// Gives no answer to the first question.
final class SilentPresenter: Presenter {
  enum Behaviour: Sendable {
    /// Backs out.
    case leaves
    /// Says nothing until the task is cancelled.
    case waits
  }

  private let behaviour: Behaviour
  private let asked: AsyncStream<Never>
  private let signal: AsyncStream<Never>.Continuation

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    (asked, signal) = AsyncStream.makeStream()
  }

  /// Suspends until the question is there.
  func isAsked() async {
    for await _ in asked {}
  }

  func response(to prompt: Prompt) async throws -> Response {
    signal.finish()
    if case .waits = behaviour {
      let (silence, _) = AsyncStream<Never>.makeStream()
      for await _ in silence {}
    }
    throw CancellationError()
  }
}

import FlowKit
import TerminalPresenter

/// Answers a flow that has no effects from flags, up to a question, to find wrong answers before the
/// same flow runs with effects.
struct Rehearsal: Presenter {
  private let answers: AnswersPresenter
  private let end: String

  /// Runs a flow on flags, and on suggestions where there is none.
  ///
  /// - Parameter end: the key of the first question, or page, that is not answered.
  /// - Throws: a `FlowFailure` with code `invalidAnswer` for a wrong flag. What else the flow ends with
  ///   is found out when it runs.
  static func run<Flow: FlowInitiator>(
    _ flow: Flow,
    _ parameters: Flow.Parameters,
    flags: [String: [String]],
    until end: String
  ) async throws {
    let rehearsal = Rehearsal(answers: AnswersPresenter(flags, yes: true), end: end)
    let result = await flow.start(parameters, on: rehearsal)
    if case .failed(let failure) = result, failure.code == .invalidAnswer { throw failure }
  }

  func response(to prompt: Prompt) async throws -> Response {
    guard prompt.key != end else { throw CancellationError() }
    return try await answers.response(to: prompt)
  }
}

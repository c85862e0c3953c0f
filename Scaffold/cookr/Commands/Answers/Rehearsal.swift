import FlowKit
import TerminalPresenter

/// Answers a flow that has no effects, up to a question, to find wrong answers before the same flow
/// runs with effects.
struct Rehearsal: Presenter {
  private let answers: AnswersPresenter
  private let end: String

  /// Runs a flow on answers.
  ///
  /// - Parameter end: the key of the first question, or page, that is not answered.
  /// - Throws: a `FlowFailure` for a wrong or missing answer. What else the flow ends with is found
  ///   out when it runs.
  static func run<Flow: FlowInitiator>(
    _ flow: Flow,
    _ parameters: Flow.Parameters,
    on answers: AnswersPresenter,
    until end: String
  ) async throws {
    do {
      _ = try await flow.output(of: parameters, on: Rehearsal(answers: answers, end: end))
    } catch let failure as FlowFailure where failure.isOfAnswer {
      throw failure
    } catch {}
  }

  func response(to prompt: Prompt) async throws -> Response {
    guard prompt.key != end else { throw CancellationError() }
    return try await answers.response(to: prompt)
  }
}

extension FlowFailure {
  /// Whether an answer was wrong, or missing.
  var isOfAnswer: Bool { [.invalidAnswer, .unanswered].contains(code) }
}

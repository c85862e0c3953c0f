public import FlowKit
import Synchronization

/// Answers questions without a person: from command-line flags, then from suggestions where all are
/// accepted, then from lines of a stream, and at last from another presenter if there is one.
///
/// A flag answers the questions of its own name, in the order in which they come:
/// - a question for several choices takes all values of its flag;
/// - any other takes the next value: the Nth dish takes the Nth `--quantity`;
/// - `--quantity pad-thai=2` answers the question about that dish alone;
/// - where one value was given and the question names a subject, the value answers for every
///   subject. A question without a subject never takes a value twice: the second time it is asked
///   for a reason, such as a card that was declined.
public final class AnswersPresenter: Presenter {
  private struct State {
    var flags: FlagAnswers
    var sources: [Prompt.Identity: Source] = [:]
  }

  private enum Source {
    case flag
    case suggestion
    case line(Int)
  }

  private let state: Mutex<State>
  private let acceptsSuggestions: Bool
  private let lines: LineInput?
  private let otherwise: (any Presenter)?

  /// Makes a presenter.
  ///
  /// - Parameters:
  ///   - flags: the values of each flag by its name without hyphens, which is the questions' key.
  ///   - yes: confirms what is to be confirmed and takes each suggestion.
  ///   - lines: answers, a line each, to the questions that nothing else answers.
  ///   - otherwise: asks whatever is left, and shows the pages.
  public convenience init(
    _ flags: [String: [String]],
    yes: Bool = false,
    lines: LineInput? = nil,
    otherwise: (any Presenter)? = nil
  ) {
    self.init(FlagAnswers(flags), yes, lines, otherwise)
  }

  private init(
    _ flags: FlagAnswers,
    _ yes: Bool,
    _ lines: LineInput?,
    _ otherwise: (any Presenter)?
  ) {
    state = Mutex(State(flags: flags))
    acceptsSuggestions = yes
    self.lines = lines
    self.otherwise = otherwise
  }

  /// Answers the next questions as this one would, to find wrong answers in time: what it takes is
  /// still there for this one, and pages are not shown.
  ///
  /// Where this one would ask elsewhere, it throws `CancellationError`.
  public func rehearsal() -> AnswersPresenter {
    AnswersPresenter(
      state.withLock(\.flags),
      acceptsSuggestions,
      lines?.lookahead(),
      otherwise == nil ? nil : RehearsalEnd()
    )
  }

  /// The values, by flag, that no question has taken: after a flow has completed, those that it has
  /// no use for.
  public var unusedFlags: [String: [String]] {
    state.withLock(\.flags.unused)
  }

  public func response(to prompt: Prompt) async throws -> Response {
    try Task.checkCancellation()
    if case .page = prompt.kind {
      return try await otherwise?.response(to: prompt) ?? .seen
    }
    if let problem = prompt.problem { try refuse(problem, prompt) }
    if let texts = state.withLock({ $0.flags.take(for: prompt) }) {
      return try read(texts, as: .flag, prompt)
    }
    if acceptsSuggestions, let response = prompt.suggestedResponse {
      remember(.suggestion, prompt)
      return response
    }
    if let line = try await lines?.next() {
      return try read([line.text], as: .line(line.number), prompt)
    }
    guard let otherwise else {
      throw FlowFailure(
        .unanswered,
        "no answer to '\(prompt.key)' (\(prompt.title))",
        help: "give \(prompt.flagUsage), or run it in a terminal"
      )
    }
    remember(nil, prompt)
    return try await otherwise.response(to: prompt)
  }

  private func remember(_ source: Source?, _ prompt: Prompt) {
    state.withLock { $0.sources[prompt.identity] = source }
  }

  private func read(_ texts: [String], as source: Source, _ prompt: Prompt) throws -> Response {
    remember(source, prompt)
    do {
      return try prompt.response(reading: texts)
    } catch {
      throw failure(error, source, prompt)
    }
  }

  private func refuse(_ problem: InvalidAnswer, _ prompt: Prompt) throws {
    guard let source = state.withLock({ $0.sources[prompt.identity] }) else { return }
    throw failure(problem, source, prompt)
  }

  private func failure(_ problem: InvalidAnswer, _ source: Source, _ prompt: Prompt) -> FlowFailure
  {
    let place =
      switch source {
      case .flag: "given by --\(prompt.key)"
      case .suggestion: "suggested for '\(prompt.key)'; \(prompt.flagUsage) gives another"
      case .line(let number): "given for '\(prompt.key)' by line \(number) of the input"
      }
    return FlowFailure(.invalidAnswer, "\(problem.message), \(place)", help: problem.help)
  }
}

/// What nobody is asked in a rehearsal.
private struct RehearsalEnd: Presenter {
  func response(to prompt: Prompt) async throws -> Response {
    guard case .page = prompt.kind else { throw CancellationError() }
    return .seen
  }
}

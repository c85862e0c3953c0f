public import FlowKit

/// One line of a script: the question by its key, and the answer to it.
public struct ScriptedAnswer: Sendable, Hashable {
  public let key: String
  public let response: Response

  public init(_ key: String, _ response: Response) {
    self.key = key
    self.response = response
  }
}

/// Answers questions from a script, in order, and fails if the flow deviates from it.
///
/// Pages are seen without a line of their own. What was asked is kept in ``prompts``.
public final class ScriptedPresenter: Presenter {
  private struct State {
    var remaining: ArraySlice<ScriptedAnswer>
    var prompts: [Prompt] = []
  }

  private let state: Locked<State>

  public init(_ script: [ScriptedAnswer]) {
    state = Locked(State(remaining: script[...]))
  }

  /// All prompts so far, including pages.
  public var prompts: [Prompt] {
    state.withLock(\.prompts)
  }

  public var pages: [Page] {
    prompts.compactMap { prompt in
      if case .page(let page, _) = prompt.kind { page } else { nil }
    }
  }

  /// The lines of the script that have not been used.
  public var remaining: [ScriptedAnswer] {
    state.withLock { Array($0.remaining) }
  }

  public func response(to prompt: Prompt) async throws -> Response {
    try Task.checkCancellation()
    return try state.withLock { state in
      state.prompts.append(prompt)
      if case .page = prompt.kind { return .seen }
      if let problem = prompt.problem {
        throw FlowFailure(.invalidAnswer, problem.message, help: problem.help)
      }
      guard let next = state.remaining.first else {
        throw FlowFailure(.unanswered, "asked '\(prompt.key)' after the script's end")
      }
      guard next.key == prompt.key else {
        throw FlowFailure(.unanswered, "asked '\(prompt.key)', the script expects '\(next.key)'")
      }
      state.remaining.removeFirst()
      return next.response
    }
  }
}

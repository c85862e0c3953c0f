/// Puts questions to a person, or to a substitute for one: on a terminal, on a web page, from a
/// script of answers.
public protocol Presenter: Sendable {
  /// Puts one question and returns what was answered, whether the question allows it or not.
  ///
  /// After a refused answer, the question is put again with ``Prompt/problem`` set. A presenter that
  /// has no other answer then throws a ``FlowFailure``.
  ///
  /// - Throws: `CancellationError` when the person backs out or the task is cancelled.
  func response(to prompt: Prompt) async throws -> Response
}

extension Presenter {
  /// Asks until the answer is one that the question allows.
  public func ask<Answer>(_ question: Question<Answer>) async throws -> Answer {
    var prompt = question.prompt
    while true {
      try Task.checkCancellation()
      let response = try await response(to: prompt)
      do {
        return try question.answer(response)
      } catch {
        prompt.problem = error
      }
    }
  }

  /// Shows a page and, where it `waits`, goes on once the person has seen it.
  public func show(_ page: Page, key: String = "seen", waits: Bool = false) async throws {
    try await ask(.page(key, page, waits: waits))
  }
}

/// The reason why an answer was refused, for the person.
public struct InvalidAnswer: Error, Hashable, Sendable {
  /// A lower-case fragment that names the answer and what was expected.
  public let message: String
  public let help: String?

  public init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

extension InvalidAnswer: CustomStringConvertible {
  public var description: String {
    guard let help else { return message }
    return "\(message); \(help)"
  }
}

/// A question with the type of its answer.
///
/// The prompt is what a presenter sees; the answer is checked here, in one place, whichever
/// presenter it came through.
public struct Question<Answer: Sendable>: Sendable {
  /// What a presenter sees.
  public let prompt: Prompt
  private let parse: @Sendable (Response) throws(InvalidAnswer) -> Answer

  init(
    _ prompt: Prompt,
    parse: @escaping @Sendable (Response) throws(InvalidAnswer) -> Answer
  ) {
    self.prompt = prompt
    self.parse = parse
  }

  /// The answer that a response means.
  ///
  /// - Throws: why the question does not allow the response.
  public func answer(_ response: Response) throws(InvalidAnswer) -> Answer {
    try parse(response)
  }

  /// The same question about several choices, with some of them chosen at first.
  public func preselecting(_ choices: [Choice.ID]) -> Question {
    var prompt = prompt
    prompt.preselected = choices
    return Question(prompt, parse: parse)
  }

  /// The same question with its answer converted, or refused by what `transform` throws.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Answer) throws(InvalidAnswer) -> Other
  ) -> Question<Other> {
    Question<Other>(prompt) { response throws(InvalidAnswer) in
      try transform(try parse(response))
    }
  }

  /// What a presenter's fault looks like: a response of another kind than was asked for.
  static func mismatch(_ response: Response, expected: String) -> InvalidAnswer {
    InvalidAnswer("the answer '\(response)' is of the wrong kind, expected \(expected)")
  }
}

/// A question with the type of its answer.
///
/// A presenter gets only the prompt. The question checks the answer of every presenter.
public struct Question<Answer: Sendable>: Sendable {
  public let prompt: Prompt
  private let parse: @Sendable (Response) throws(InvalidAnswer) -> Answer

  private init(
    _ prompt: Prompt,
    parse: @escaping @Sendable (Response) throws(InvalidAnswer) -> Answer
  ) {
    self.prompt = prompt
    self.parse = parse
  }

  fileprivate init(
    _ key: String,
    _ title: String,
    _ kind: Prompt.Kind,
    _ detail: String? = nil,
    _ subject: String? = nil,
    parse: @escaping @Sendable (Response) throws(InvalidAnswer) -> Answer
  ) {
    let prompt = Prompt(key: key, title: title, detail: detail, subject: subject, kind: kind)
    self.init(prompt, parse: parse)
  }

  /// The answer that a response means.
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

  /// The failure for a response of another kind than the prompt.
  fileprivate static func mismatch(_ response: Response, expected: String) -> InvalidAnswer {
    InvalidAnswer("the answer '\(response)' is of the wrong kind, expected \(expected)")
  }
}

extension Question where Answer == Int {
  public static func quantity(
    _ key: String,
    _ title: String,
    in range: ClosedRange<Int>,
    suggested: Int,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    Question(key, title, .quantity(range, suggested: suggested), detail, subject) {
      response throws(InvalidAnswer) in
      guard case .quantity(let number) = response else {
        throw mismatch(response, expected: "a whole number")
      }
      guard range.contains(number) else {
        throw InvalidAnswer(
          "\(key) \(number) is out of range, expected \(range.lowerBound) to \(range.upperBound)"
        )
      }
      return number
    }
  }
}

extension Question where Answer == String {
  /// Asks for a line of text; ``Question/map(_:)`` adds what the text must be.
  public static func text(
    _ key: String,
    _ title: String,
    suggested: String? = nil,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    Question(key, title, .text(suggested: suggested), detail, subject) {
      response throws(InvalidAnswer) in
      guard case .text(let line) = response else {
        throw mismatch(response, expected: "a line of text")
      }
      return line
    }
  }
}

extension Question where Answer == Bool {
  public static func confirm(
    _ key: String,
    _ title: String,
    suggested: Bool = true,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    Question(key, title, .confirm(suggested: suggested), detail, subject) {
      response throws(InvalidAnswer) in
      guard case .confirmed(let yes) = response else {
        throw mismatch(response, expected: "yes or no")
      }
      return yes
    }
  }
}

extension Question where Answer == Void {
  /// Shows a page; with `waits`, the person says when to go on.
  public static func page(_ key: String, _ page: Page, waits: Bool) -> Self {
    Question(key, page.title, .page(page, waits: waits)) { response throws(InvalidAnswer) in
      guard case .seen = response else {
        throw mismatch(response, expected: "that the page was seen")
      }
    }
  }
}

extension Question where Answer == Choice.ID {
  public static func chooseOne(
    _ key: String,
    _ title: String,
    from choices: [Choice],
    suggested: Choice.ID? = nil,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    Question(key, title, .chooseOne(choices, suggested: suggested), detail, subject) {
      response throws(InvalidAnswer) in
      guard case .choice(let id) = response else {
        throw mismatch(response, expected: "a choice")
      }
      return try choices.identifier(meant: id, for: key)
    }
  }
}

extension Question where Answer == [Choice.ID] {
  /// Asks for several of the choices, each at most once.
  public static func chooseSeveral(
    _ key: String,
    _ title: String,
    from choices: [Choice],
    count: ClosedRange<Int>,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    Question(key, title, .chooseSeveral(choices, count: count), detail, subject) {
      response throws(InvalidAnswer) in
      guard case .choices(let names) = response else {
        throw mismatch(response, expected: "choices")
      }
      let ids = try names.map { name throws(InvalidAnswer) in
        try choices.identifier(meant: name, for: key)
      }
      var seen: Set<Choice.ID> = []
      for id in ids {
        guard seen.insert(id).inserted else {
          throw InvalidAnswer("'\(id)' is chosen twice for '\(key)'", help: "choose each once")
        }
      }
      guard count.contains(ids.count) else {
        throw InvalidAnswer(
          "\(ids.count) chosen for '\(key)', expected \(count.lowerBound) to \(count.upperBound)"
        )
      }
      return ids
    }
  }
}

extension [Choice] {
  /// The identifier that `name` is, or is an alias of.
  fileprivate func identifier(meant name: String, for key: String) throws(InvalidAnswer)
    -> Choice.ID
  {
    if contains(where: { $0.id == name }) { return name }
    if let choice = first(where: { $0.aliases.contains(name) }) { return choice.id }
    throw InvalidAnswer("unknown \(key) '\(name)'", help: nearestHelp(to: name, among: self))
  }
}

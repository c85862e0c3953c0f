extension Prompt {
  /// Reads an answer that was typed as text: in a line, in a command-line flag, in a script.
  ///
  /// A choice is named by its identifier, its label or, in a list of choices, its number from 1;
  /// several are separated by commas. An empty text takes the suggestion where there is one. Any
  /// other text is left to the question, which knows the choices' aliases.
  ///
  /// - Throws: why the text can be no answer of this kind. Whether the question allows it is
  ///   decided by the question.
  public func response(reading text: String) throws(InvalidAnswer) -> Response {
    let text = text.trimmingSpaces()
    switch kind {
    case .chooseOne(let choices, let suggested):
      if text.isEmpty, let suggested { return .choice(suggested) }
      return .choice(choices.identifier(named: text))
    case .chooseSeveral(let choices, _):
      if text.isEmpty, !preselected.isEmpty { return .choices(preselected) }
      let names = text.split(separator: ",").map { String($0).trimmingSpaces() }
      return .choices(names.filter { !$0.isEmpty }.map(choices.identifier(named:)))
    case .quantity(_, let suggested):
      if text.isEmpty { return .quantity(suggested) }
      guard let number = Int(text) else {
        throw InvalidAnswer("\(key) '\(text)' is no whole number this app can count")
      }
      return .quantity(number)
    case .text(let suggested):
      if text.isEmpty, let suggested { return .text(suggested) }
      return .text(text)
    case .confirm(let suggested):
      return .confirmed(try Self.yesOrNo(text, suggested: suggested, key: key))
    case .page:
      return .seen
    }
  }

  private static func yesOrNo(
    _ text: String,
    suggested: Bool,
    key: String
  ) throws(InvalidAnswer) -> Bool {
    switch text.lowercased() {
    case "": suggested
    case "y", "yes", "true": true
    case "n", "no", "false": false
    default: throw InvalidAnswer("'\(text)' is no answer to '\(key)', expected yes or no")
    }
  }
}

extension [Choice] {
  /// The identifier that `name` means, or `name` itself for the question to refuse.
  fileprivate func identifier(named name: String) -> Choice.ID {
    let folded = name.lowercased()
    if let exact = first(where: { $0.id.lowercased() == folded || $0.label.lowercased() == folded })
    {
      return exact.id
    }
    if let number = Int(name), number > 0, number <= count {
      return self[number - 1].id
    }
    return name
  }
}

extension Question where Answer == Choice.ID {
  /// Asks for one of the choices.
  public static func chooseOne(
    _ key: String,
    _ title: String,
    from choices: [Choice],
    suggested: Choice.ID? = nil,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    let prompt = Prompt(
      key: key,
      title: title,
      detail: detail,
      subject: subject,
      kind: .chooseOne(choices, suggested: suggested)
    )
    return Question(prompt) { response throws(InvalidAnswer) in
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
    let prompt = Prompt(
      key: key,
      title: title,
      detail: detail,
      subject: subject,
      kind: .chooseSeveral(choices, count: count)
    )
    return Question(prompt) { response throws(InvalidAnswer) in
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

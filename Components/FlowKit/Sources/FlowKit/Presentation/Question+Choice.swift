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
      try choices.require(id, for: key)
      return id
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
      guard case .choices(let ids) = response else {
        throw mismatch(response, expected: "choices")
      }
      var seen: Set<Choice.ID> = []
      for id in ids {
        try choices.require(id, for: key)
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
  fileprivate func require(_ id: Choice.ID, for key: String) throws(InvalidAnswer) {
    guard !contains(where: { $0.id == id }) else { return }
    throw InvalidAnswer("unknown \(key) '\(id)'", help: nearestHelp(to: id))
  }

  /// "did you mean …" with the nearest identifiers, or all of them where they are few.
  private func nearestHelp(to id: String) -> String? {
    let near = nearest(to: id, among: map(\.id))
    guard near.isEmpty else {
      return "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    }
    guard !isEmpty, count <= 12 else { return nil }
    return "choose one of \(map(\.id).joined(separator: ", "))"
  }
}

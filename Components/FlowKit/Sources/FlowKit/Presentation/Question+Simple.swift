extension Question where Answer == Int {
  /// Asks for a whole number within `range`.
  public static func quantity(
    _ key: String,
    _ title: String,
    in range: ClosedRange<Int>,
    suggested: Int,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    let prompt = Prompt(
      key: key,
      title: title,
      detail: detail,
      subject: subject,
      kind: .quantity(range, suggested: suggested)
    )
    return Question(prompt) { response throws(InvalidAnswer) in
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
    let prompt = Prompt(
      key: key,
      title: title,
      detail: detail,
      subject: subject,
      kind: .text(suggested: suggested)
    )
    return Question(prompt) { response throws(InvalidAnswer) in
      guard case .text(let line) = response else {
        throw mismatch(response, expected: "a line of text")
      }
      return line
    }
  }
}

extension Question where Answer == Bool {
  /// Asks for yes or no.
  public static func confirm(
    _ key: String,
    _ title: String,
    suggested: Bool = true,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    let prompt = Prompt(
      key: key,
      title: title,
      detail: detail,
      subject: subject,
      kind: .confirm(suggested: suggested)
    )
    return Question(prompt) { response throws(InvalidAnswer) in
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
    let prompt = Prompt(
      key: key,
      title: page.title,
      detail: nil,
      subject: nil,
      kind: .page(page, waits: waits)
    )
    return Question(prompt) { response throws(InvalidAnswer) in
      guard case .seen = response else {
        throw mismatch(response, expected: "that the page was seen")
      }
    }
  }
}

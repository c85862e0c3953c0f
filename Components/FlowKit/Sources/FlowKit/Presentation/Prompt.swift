/// The part of a question that a presenter gets.
public struct Prompt: Sendable, Hashable {
  /// Names the question in scripts, command-line flags and errors: lower-case words with hyphens.
  public let key: String
  public let title: String
  /// A further sentence; `nil` if the title is enough.
  public let detail: String?
  /// The subject of the question if one key is asked several times, such as a dish's identifier.
  public let subject: String?
  public let kind: Kind
  /// Why the previous answer was refused; nil the first time.
  public var problem: InvalidAnswer?
  /// The choices that are selected at first, and that an empty answer means.
  public internal(set) var preselected: [Choice.ID] = []

  public enum Kind: Sendable, Hashable {
    case chooseOne([Choice], suggested: Choice.ID?)
    /// Several choices, each at most once; how many is bounded by `count`.
    case chooseSeveral([Choice], count: ClosedRange<Int>)
    case quantity(ClosedRange<Int>, suggested: Int)
    /// A line of text; `suggested` is what an empty answer means.
    case text(suggested: String?)
    case confirm(suggested: Bool)
    /// A page to see; with `waits`, the person says when to go on.
    case page(Page, waits: Bool)
  }

  init(key: String, title: String, detail: String?, subject: String?, kind: Kind) {
    self.key = key
    self.title = title
    self.detail = detail
    self.subject = subject
    self.kind = kind
  }
}

/// The answer of a presenter to a prompt.
public enum Response: Sendable, Hashable {
  case choice(Choice.ID)
  case choices([Choice.ID])
  case quantity(Int)
  case text(String)
  case confirmed(Bool)
  case seen
}

extension Prompt {
  /// Reads an answer that was typed as text: in a line, in a command-line flag, in a script.
  ///
  /// A choice is named by its identifier, its label or, in a list of choices, its number from 1;
  /// several are separated by commas. An empty text takes the suggestion where there is one. Any
  /// other text is left to the question, which knows the choices' aliases.
  ///
  /// - Throws: A failure if the text cannot be an answer of this kind. The question decides whether it
  ///   allows the answer.
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

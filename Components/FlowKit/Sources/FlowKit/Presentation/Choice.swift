/// One of the things a person can choose.
public struct Choice: Sendable, Hashable, Identifiable {
  /// What scripts and command-line flags call it: lower-case words with hyphens.
  public let id: String
  public let label: String
  /// A few words more, such as a price.
  public let detail: String?
  /// Further words by which a search finds it.
  public let keywords: [String]
  /// Other spellings of the identifier that an answer may use, such as `2` for `2.00`.
  public let aliases: [String]

  public init(
    id: String,
    label: String,
    detail: String? = nil,
    keywords: [String] = [],
    aliases: [String] = []
  ) {
    self.id = id
    self.label = label
    self.detail = detail
    self.keywords = keywords
    self.aliases = aliases
  }

  /// Whether each word of `query` occurs in the label, the detail, the identifier or a keyword.
  public func matches(_ query: String) -> Bool {
    let haystack = ([id, label, detail ?? ""] + keywords).joined(separator: " ").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { haystack.contains($0) }
  }
}

/// A value that a person can choose, so that a question answers the value itself.
///
/// ```swift
/// let dish = try await presenter.ask(.chooseOne("dish", "Which dish?", from: menu.dishes))
/// ```
public protocol Choosable: Sendable {
  /// How the value is offered; its identifier differs from those of the values beside it.
  var choice: Choice { get }
}

extension Question where Answer: Choosable {
  /// Asks for one of the values.
  public static func chooseOne(
    _ key: String,
    _ title: String,
    from values: [Answer],
    suggested: Answer? = nil,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self {
    let offers = Offers(values)
    return Question<Choice.ID>.chooseOne(
      key,
      title,
      from: offers.choices,
      suggested: suggested?.choice.id,
      detail: detail,
      subject: subject
    )
    .map { id throws(InvalidAnswer) in try offers.value(id, for: key) }
  }
}

extension Question {
  /// Asks for several of the values, each at most once.
  public static func chooseSeveral<Value: Choosable>(
    _ key: String,
    _ title: String,
    from values: [Value],
    count: ClosedRange<Int>,
    detail: String? = nil,
    subject: String? = nil
  ) -> Self where Answer == [Value] {
    let offers = Offers(values)
    return Question<[Choice.ID]>.chooseSeveral(
      key,
      title,
      from: offers.choices,
      count: count,
      detail: detail,
      subject: subject
    )
    .map { ids throws(InvalidAnswer) in
      var chosen: [Value] = []
      for id in ids { chosen.append(try offers.value(id, for: key)) }
      return chosen
    }
  }
}

private struct Offers<Value: Choosable>: Sendable {
  let choices: [Choice]
  private let values: [Value]

  init(_ values: [Value]) {
    self.values = values
    choices = values.map(\.choice)
  }

  func value(_ id: Choice.ID, for key: String) throws(InvalidAnswer) -> Value {
    guard let index = choices.firstIndex(where: { $0.id == id }) else {
      throw InvalidAnswer("unknown \(key) '\(id)'", help: nearestHelp(to: id, among: choices))
    }
    return values[index]
  }
}

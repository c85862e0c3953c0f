/// What a presenter gets to see of a question.
public struct Prompt: Sendable, Hashable {
  /// Names the question in scripts, command-line flags and errors: lower-case words with hyphens.
  public let key: String
  /// The question as a person reads it.
  public let title: String
  /// A sentence more, where the title does not say enough.
  public let detail: String?
  /// What the question is about where one key is asked several times, such as a dish's identifier.
  public let subject: String?
  /// What is asked for.
  public let kind: Kind
  /// Why the previous answer was refused; nil the first time.
  public var problem: InvalidAnswer?
  /// Of several choices, those that are chosen at first; an empty answer means them.
  public internal(set) var preselected: [Choice.ID] = []

  /// What is asked for, as values.
  public enum Kind: Sendable, Hashable {
    /// One of the choices.
    case chooseOne([Choice], suggested: Choice.ID?)
    /// Several choices, each at most once; how many is bounded by `count`.
    case chooseSeveral([Choice], count: ClosedRange<Int>)
    /// A whole number.
    case quantity(ClosedRange<Int>, suggested: Int)
    /// A line of text; `suggested` is what an empty answer means.
    case text(suggested: String?)
    /// Yes or no.
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

/// Why a flow could not do what it was started for, in words for the person.
public struct FlowFailure: Error, Hashable, Sendable {
  /// What kind of failure it is, for programs.
  public let code: Code
  /// A lower-case fragment that names the offending value and what was expected.
  public let message: String
  /// What the person can do next, where there is something.
  public let help: String?

  /// Makes a failure with its words.
  public init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The failure of a reply that was dropped without an answer.
  public static let abandoned = FlowFailure(.abandoned, "the flow ended without an answer")
}

extension FlowFailure {
  /// An open set of kinds; components add their own, named `component.kind`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The flow ended without an answer.
    public static let abandoned = Code(rawValue: "abandoned")
    /// The flow was started with parameters that make no sense.
    public static let invalidParameters = Code(rawValue: "invalid-parameters")
    /// The answer to a question was none of those that the question allows.
    public static let invalidAnswer = Code(rawValue: "invalid-answer")
    /// A question had nobody to answer it.
    public static let unanswered = Code(rawValue: "unanswered")
    /// A deep link leads nowhere.
    public static let unknownLink = Code(rawValue: "unknown-link")
    /// Something that the flow depends on did not do its part.
    public static let unavailable = Code(rawValue: "unavailable")
    /// An error that the flow did not foresee.
    public static let unexpected = Code(rawValue: "unexpected")
  }
}

extension FlowFailure: CustomStringConvertible {
  /// The message, and the help after it on a line of its own.
  public var description: String {
    guard let help else { return message }
    return "\(message)\nhelp: \(help)"
  }
}

/// Why a flow could not do what it was started for, in words for the person.
public struct FlowFailure: Error, Hashable, Sendable {
  public let code: Code
  /// A lower-case fragment that names the offending value and what was expected.
  public let message: String
  /// What the person can do next; `nil` if there is nothing.
  public let help: String?

  public init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The failure of a reply that was dropped without an answer.
  public static let abandoned = FlowFailure(.abandoned, "the flow ended without an answer")

  /// An open set of codes; components add their own, named `component.code`.
  public struct Code: RawRepresentable, Sendable {
    public let rawValue: String
    public let kind: Kind

    public init(rawValue: String) {
      self.init(rawValue: rawValue, kind: .failed)
    }

    /// Makes a code from its stable name; `kind` tells an app that does not know the code how to
    /// treat the failure.
    public init(rawValue: String, kind: Kind) {
      self.rawValue = rawValue
      self.kind = kind
    }

    /// The flow ended without an answer.
    public static let abandoned = Code(rawValue: "abandoned")
    /// The flow was started with invalid parameters.
    public static let invalidParameters = Code(rawValue: "invalid-parameters", kind: .invalid)
    /// The answer is not one that the question allows.
    public static let invalidAnswer = Code(rawValue: "invalid-answer", kind: .invalid)
    /// A question could not be answered, as without a terminal.
    public static let unanswered = Code(rawValue: "unanswered", kind: .invalid)
    /// A deep link does not lead to a flow.
    public static let unknownLink = Code(rawValue: "unknown-link", kind: .notFound)
    /// Something that the flow depends on did not work.
    public static let unavailable = Code(rawValue: "unavailable", kind: .unavailable)
    /// A setting of the program is not valid.
    public static let invalidSetting = Code(rawValue: "invalid-setting", kind: .misconfigured)
    /// An error that the flow did not foresee.
    public static let unexpected = Code(rawValue: "unexpected")
  }

  public var kind: Kind { code.kind }
}

extension FlowFailure.Code: Hashable {
  /// Codes with the same name are equal, whatever their kinds.
  public static func == (first: Self, second: Self) -> Bool {
    first.rawValue == second.rawValue
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}

extension FlowFailure: CustomStringConvertible {
  public var description: String {
    guard let help else { return message }
    return "\(message)\nhelp: \(help)"
  }
}

extension FlowFailure {
  /// What a failure means for the starter of the flow, independent of the component.
  ///
  /// An app decides by the kind how it ends and what it says, so that a component can fail in a new
  /// way without a change in any app. The set is open: an app treats a kind that it does not know as
  /// ``failed``.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let failed = Kind(rawValue: "failed")
    /// An answer, a parameter or another input is not valid.
    public static let invalid = Kind(rawValue: "invalid")
    /// The requested item does not exist.
    public static let notFound = Kind(rawValue: "not-found")
    /// The current state does not allow it, for example because another process was faster.
    public static let conflict = Kind(rawValue: "conflict")
    /// A dependency is not available; the same attempt may succeed later.
    public static let unavailable = Kind(rawValue: "unavailable")
    /// Stored or bundled data is damaged.
    public static let damaged = Kind(rawValue: "damaged")
    /// A setting of the program is not valid.
    public static let misconfigured = Kind(rawValue: "misconfigured")
  }
}

extension FlowFailure {
  /// What a failure means to whoever started the flow, whichever component it comes from.
  ///
  /// An app decides by the kind how it ends and what it says, so that a component can fail in a new
  /// way without a change in any app. The set is open: an app treats a kind that it does not know as
  /// ``failed``.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The kind's stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A failure of no other kind.
    public static let failed = Kind(rawValue: "failed")
    /// What was given is not valid: an answer, a parameter, a text.
    public static let invalid = Kind(rawValue: "invalid")
    /// What was asked for does not exist.
    public static let notFound = Kind(rawValue: "not-found")
    /// The state of things does not allow it, or another was faster.
    public static let conflict = Kind(rawValue: "conflict")
    /// Something that is needed is out of reach; the same attempt may succeed later.
    public static let unavailable = Kind(rawValue: "unavailable")
    /// Stored or bundled data cannot have been written like this.
    public static let damaged = Kind(rawValue: "damaged")
    /// A setting of the program is not valid.
    public static let misconfigured = Kind(rawValue: "misconfigured")
  }
}

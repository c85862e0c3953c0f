/// What a processor made of a charge.
public enum ChargeAnswer: Sendable, Hashable, Codable {
  /// The money was taken.
  case charged(Capture)
  /// The card's bank refused; nothing was taken.
  case declined(DeclineReason)
}

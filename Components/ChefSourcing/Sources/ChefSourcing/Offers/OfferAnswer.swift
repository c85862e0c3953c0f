/// What a chef says to an offer.
public enum OfferAnswer: Sendable, Hashable {
  /// The chef cooks; the meal arrives in that many minutes.
  case accepted(etaMinutes: Int)
  /// The chef does not, for a reason in words such as `the oven is full tonight`.
  case declined(reason: String)
}

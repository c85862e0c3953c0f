/// What became of an offer.
enum OfferOutcome: Sendable {
  /// The chef took it and the assignment is saved.
  case assigned(ChefAssignment)
  /// The chef did not take it.
  case declined(reason: String)
  /// The chef did not answer within the time limit.
  case unanswered
}

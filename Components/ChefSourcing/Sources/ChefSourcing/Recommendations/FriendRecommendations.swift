/// Where the recommendations of the customer's friends come from.
protocol FriendRecommendations: Sendable {
  /// How many friends recommend each chef; a chef whom nobody recommends is not named.
  ///
  /// The caller sets the time limit by cancelling the task; this then returns or throws at once.
  ///
  /// - Throws: a `FlowFailure` whose message says why they cannot be known, in words that may be
  ///   shown to anybody.
  func friends() async throws -> [Chef.ID: Int]
}

/// How chefs are asked whether they take an order.
public protocol ChefOffers: Sendable {
  /// Puts an offer to its chef and returns the answer, however long that takes.
  ///
  /// The caller sets the time limit by cancelling the task; this then returns or throws at once.
  /// The same offer put again is the same offer: a chef who accepted it has accepted it once.
  func answer(to offer: ChefOffer) async throws -> OfferAnswer

  /// Takes an offer back that was not answered in time or is no longer wanted; a chef who has
  /// accepted it is told not to cook.
  ///
  /// Returns at once: an adapter that needs time to reach the chef sees to that by itself.
  func withdraw(_ offer: ChefOffer) async
}

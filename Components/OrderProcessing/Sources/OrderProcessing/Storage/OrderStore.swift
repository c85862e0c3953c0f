/// Where orders are kept; each method is one transaction.
public protocol OrderStore: Sendable {
  /// Keeps an order for good; when this returns, it is stored.
  ///
  /// Saving the same order again changes nothing and succeeds, so that a caller may retry.
  ///
  /// - Throws: `FlowFailure.orderConflict(_:)` when another order has its identifier.
  func save(_ order: Order) async throws

  /// The order of that identifier; nil where there is none.
  func order(_ id: OrderID) async throws -> Order?

  /// At most `limit` orders, newest first; of those placed in the same second, the one that was
  /// saved last comes first.
  func newestOrders(limit: Int) async throws -> [Order]
}

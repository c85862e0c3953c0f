import OrderProcessing
import OrderProcessingStorage

extension Composition {
  var orders: SQLiteOrderStore { SQLiteOrderStore(context.database) }

  /// The flow that takes an order.
  ///
  /// - Parameter check: gets the order before it is stored, and throws to refuse it.
  func orderFlow(
    checking check: @escaping @Sendable (Order) async throws -> Void = { _ in }
  ) -> OrderFlow {
    OrderFlow.bundled(
      store: CheckedOrderStore(store: orders, check: check),
      environment: context.environment,
      now: context.now
    )
  }
}

/// Stores orders that pass a check.
private struct CheckedOrderStore: OrderStore {
  let store: SQLiteOrderStore
  let check: @Sendable (Order) async throws -> Void

  func save(_ order: Order) async throws {
    try await check(order)
    try await store.save(order)
  }

  func order(_ id: OrderID) async throws -> Order? {
    try await store.order(id)
  }

  func newestOrders(limit: Int) async throws -> [Order] {
    try await store.newestOrders(limit: limit)
  }
}

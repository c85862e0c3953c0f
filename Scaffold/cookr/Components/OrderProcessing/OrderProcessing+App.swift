import AppConsole
import OrderProcessing
import OrderProcessingStorage

extension AppComponent {
  static let orderProcessing = AppComponent(
    name: "OrderProcessing",
    flows: [
      FlowEntry(OrderFlow.self, "Place an order") { link, app, presenter in
        let parameters = try app.orderFlow().parameters(for: link)
        let order = try await Coordinator(app, on: presenter).order(parameters)
        return .order(order, advising: app.context.invocation)
      }
    ],
    commands: [MenuCommand.self, OrderCommand.self],
    statuses: [
      .orderConflict: .failed,
      // Releases before 1.1.0, which may be pinned, name no kinds.
      .damagedMenu: .damaged,
    ],
    tables: SQLiteOrderStore.tables
  )
}

extension Composition {
  var orders: SQLiteOrderStore { SQLiteOrderStore(context.database) }

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

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
    let orders = orders
    return OrderFlow.bundled(
      store: { order in
        try await check(order)
        try await orders.save(order)
      },
      now: context.now
    )
  }
}

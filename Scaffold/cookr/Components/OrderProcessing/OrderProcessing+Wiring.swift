import OrderProcessing
import OrderProcessingStorage

extension Composition {
  /// The orders that were placed.
  var orders: SQLiteOrderStore { SQLiteOrderStore(context.database) }

  /// The flow that takes an order.
  func orderFlow() -> OrderFlow {
    OrderFlow.bundled(store: orders, environment: context.environment, now: context.now)
  }
}

import Foundation
import OrderProcessing

extension Composition {
  /// The flow that takes an order.
  func orderFlow() -> OrderFlow {
    OrderFlow.bundled(store: orders, environment: environment, now: now)
  }
}

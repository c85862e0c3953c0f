import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import Persistence

extension Composition {
  /// The reduced rate that Germany takes on meals to take away, in basis points.
  private static let taxOnMeals = 700

  var paymentStore: PaymentStore { PaymentStore(context.database) }

  /// What an order costs: its dishes and the chef's fee.
  func paymentRequest(for order: Order, _ assignment: ChefAssignment) -> PaymentRequest {
    PaymentRequest(
      reference: OrderReference(order),
      meal: order.total,
      fee: assignment.fee,
      taxBasisPoints: Self.taxOnMeals
    )
  }
}

extension PaymentFlows {
  /// The flows on the app's database.
  ///
  /// - Parameter processor: the sandbox processor's memory; nil for the file beside the database.
  static func wired(
    to context: AppContext,
    processor: (ProcessorStore)?
  ) throws -> PaymentFlows {
    try PaymentFlows(
      store: PaymentStore(context.database),
      processor: processor
        ?? ProcessorStore {
          try SharedDatabase(
            path: context.path + "-sandbox",
            contents: ProcessorStore.schema,
            patience: context.patience
          )
        },
      environment: context.environment,
      now: context.now
    )
  }
}

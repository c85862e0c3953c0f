import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import PaymentsInterface
import PaymentsStorage
import Persistence

extension Composition {
  /// The reduced rate that Germany takes on meals to take away, in basis points.
  private static let taxOnMeals = 700

  var paymentStore: SQLitePaymentStore { SQLitePaymentStore(context.database) }

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
    processor: (any ProcessorStore)?
  ) throws -> PaymentFlows {
    try PaymentFlows(
      store: SQLitePaymentStore(context.database),
      processor: processor
        ?? SQLiteProcessorStore {
          try DatabaseFile(
            path: context.path + "-sandbox",
            contents: .processor,
            patience: context.patience
          )
        },
      environment: context.environment,
      now: context.now
    )
  }
}

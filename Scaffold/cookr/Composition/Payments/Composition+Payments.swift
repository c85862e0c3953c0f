import ChefSourcing
import FlowKit
import OrderProcessing
import Payments

extension Composition {
  /// The reduced rate that Germany takes on meals to take away, in basis points.
  private static let taxOnMeals = 700

  /// What an order costs: its dishes, and the chef's fee as its delivery.
  func paymentRequest(for order: Order, _ assignment: ChefAssignment) -> PaymentRequest {
    PaymentRequest(
      reference: PaymentReference(order),
      meal: order.total,
      delivery: assignment.fee,
      taxBasisPoints: Self.taxOnMeals
    )
  }
}

extension PaymentReference {
  init(_ order: Order) {
    self.init(rawValue: order.id.rawValue)
  }
}

import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import Persistence
import StatusUpdates

extension Composition {
  /// An order in the words of who follows it.
  func followRequest(for order: Order, _ assignment: ChefAssignment?) -> FollowRequest {
    FollowRequest(order: OrderReference(order), chef: assignment?.chefName)
  }

  /// What happened to an order so far; nil before it was placed.
  func timeline(of order: OrderReference) async throws -> Timeline? {
    try await timelines.timeline(of: order)
  }
}

extension OrderReference {
  init(_ order: Order) {
    self.init(rawValue: order.id.rawValue)
  }
}

extension FlowRoute<StatusUpdates.TipRequest, TipOutcome> {
  /// Leads from a delivered order to the payment of a tip; no tip counts as backing out.
  static func payments(_ flow: TipFlow) -> FlowRoute {
    FlowRoute(
      to: flow,
      parameters: { request in
        Payments.TipRequest(
          reference: PaymentReference(rawValue: request.order.rawValue),
          payee: request.chef
        )
      },
      output: { receipt in
        guard let receipt else { throw CancellationError() }
        return TipOutcome(amount: receipt.capture.amount, receipt: receipt.intent.rawValue)
      }
    )
  }
}

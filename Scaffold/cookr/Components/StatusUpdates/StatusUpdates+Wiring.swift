import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates
import StatusUpdatesStorage

extension Composition {
  /// The messages for the webhook.
  var outbox: SQLiteOutbox { SQLiteOutbox(context.database) }

  /// An order in the words of who follows it.
  func followRequest(for order: Order, _ assignment: ChefAssignment?) -> FollowRequest {
    FollowRequest(order: OrderReference(order), chef: assignment?.chefName)
  }

  /// What happened to an order so far; nil before it was placed.
  func timeline(of order: OrderReference) async throws -> Timeline? {
    try await SQLiteTimelineStore(context.database).timeline(of: order)
  }
}

extension StatusAssembly {
  /// The component on the app's database.
  ///
  /// - Parameter tip: leads to the payment of a tip after delivery.
  static func wired(to context: AppContext, tip: TipRoute) throws -> StatusAssembly {
    let timelines = SQLiteTimelineStore(context.database)
    let outbox = SQLiteOutbox(context.database)
    let sinks = context.statusLine.map { [TextSink(writeLine: $0)] } ?? []
    // What the webhook was not told waits in the outbox, and is said once when the command ends.
    let onSinkFailure: @Sendable (SinkFailure) -> Void = { _ in }
    guard context.isDemo else {
      return try StatusAssembly(
        timelines: timelines,
        outbox: outbox,
        changes: SQLiteChangeCounter(context.database),
        environment: context.environment,
        sinks: sinks,
        tip: tip,
        onSinkFailure: onSinkFailure
      )
    }
    return try StatusAssembly(
      timelines: timelines,
      outbox: outbox,
      environment: context.environment,
      sinks: sinks,
      tip: tip,
      isInteractive: context.isInteractive,
      onSinkFailure: onSinkFailure
    )
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

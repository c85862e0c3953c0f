import PaymentsInterface
import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates
import StatusUpdatesInterface
import StatusUpdatesStorage

extension Composition {
  /// Records what happens to orders.
  var tracker: StatusTracker { status.tracker }

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
    var sinks: [any StatusSink] = []
    if let writeLine = context.statusLine { sinks.append(TextSink(writeLine: writeLine)) }
    // The kitchen's app sends what this one puts into the outbox.
    if let queue = WebhookQueue(environment: context.environment) { sinks.append(queue) }
    // No sink can fail: one writes a line, the other stores with the change.
    let onSinkFailure: @Sendable (SinkFailure) -> Void = { _ in }
    guard context.isDemo else {
      return StatusAssembly(
        timelines: timelines,
        changes: SQLiteChangeCounter(context.database),
        sinks: sinks,
        tip: tip,
        onSinkFailure: onSinkFailure
      )
    }
    return try StatusAssembly(
      timelines: timelines,
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
        Payments.TipRequest(reference: request.order, payee: request.chef)
      },
      output: { receipt in
        guard let receipt else { throw CancellationError() }
        return TipOutcome(amount: receipt.capture.amount, receipt: receipt.intent.rawValue)
      }
    )
  }
}

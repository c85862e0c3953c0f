import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates

extension AppComponent {
  static let statusUpdates = AppComponent(
    name: "StatusUpdates",
    flows: [
      FlowEntry(FollowFlow.self, "Follow an order", needs: .order) { link, app, presenter in
        let request = try app.following.parameters(for: link)
        return try await Coordinator(app, on: presenter).follow(request)
      }
    ],
    commands: [TrackCommand.self],
    tables: StatusStore.tables
  )
}

extension Composition {
  func followRequest(for order: Order, _ assignment: ChefAssignment?) -> FollowRequest {
    FollowRequest(order: OrderReference(order), chef: assignment?.chefName)
  }

  func timeline(of order: OrderReference) async throws -> Timeline? {
    try await StatusStore(context.database).timeline(of: order)
  }
}

extension StatusTracker {
  static func wired(to context: AppContext) -> StatusTracker {
    StatusTracker(
      store: StatusStore(context.database),
      // The kitchen's app sends what this one puts into the outbox.
      queues: StatusQueue.webhook(environment: context.environment),
      onChange: { context.statusLine?($0.line()) }
    )
  }
}

extension FollowFlow {
  static func wired(to context: AppContext, tip: TipRoute?) throws -> FollowFlow {
    let tracker = StatusTracker.wired(to: context)
    guard context.isDemo else { return FollowFlow(tracker, tip: tip) }
    return try FollowFlow(
      tracker,
      simulatedBy: context.environment,
      isInteractive: context.isInteractive,
      tip: tip
    )
  }
}

extension OrderReference {
  init(_ order: Order) {
    self.init(rawValue: order.id.rawValue)
  }
}

extension TipRoute {
  static func payments(_ flow: TipFlow) -> TipRoute {
    TipRoute(
      to: flow,
      parameters: { Payments.TipRequest(reference: $0.order, payee: $0.chef) },
      output: { receipt in
        receipt.map { TipOutcome(amount: $0.capture.amount, receipt: $0.intent.id.rawValue) }
      }
    )
  }
}

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

  /// What happened to an order so far; nil before it was placed.
  func timeline(of order: OrderReference) async throws -> Timeline? {
    try await StatusStore(context.database).timeline(of: order)
  }
}

extension StatusTracker {
  static func wired(to context: AppContext) -> StatusTracker {
    StatusAssembly.recorded(in: context, tip: nil).tracker
  }
}

extension FollowFlow {
  static func wired(to context: AppContext, tip: TipRoute?) throws -> FollowFlow {
    guard context.isDemo else { return StatusAssembly.recorded(in: context, tip: tip).followFlow }
    return try StatusAssembly.simulated(in: context, tip: tip).followFlow
  }
}

extension StatusAssembly {
  fileprivate static func recorded(in context: AppContext, tip: TipRoute?) -> StatusAssembly {
    StatusAssembly(
      store: StatusStore(context.database),
      sinks: sinks(of: context),
      tip: tip,
      messages: TerminalMessages(StatusStore(context.database)),
      onSinkFailure: onSinkFailure
    )
  }

  fileprivate static func simulated(in context: AppContext, tip: TipRoute?) throws -> StatusAssembly
  {
    try StatusAssembly(
      store: StatusStore(context.database),
      environment: context.environment,
      sinks: sinks(of: context),
      tip: tip,
      isInteractive: context.isInteractive,
      onSinkFailure: onSinkFailure
    )
  }

  private static func sinks(of context: AppContext) -> [any StatusSink] {
    var sinks: [any StatusSink] = []
    if let writeLine = context.statusLine { sinks.append(TextSink(writeLine: writeLine)) }
    // The kitchen's app sends what this one puts into the outbox.
    if let queue = WebhookQueue(environment: context.environment) { sinks.append(queue) }
    return sinks
  }

  /// No sink can fail: one writes a line, the other stores with the change.
  private static let onSinkFailure: @Sendable (SinkFailure) -> Void = { _ in }
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
        receipt.map { TipOutcome(amount: $0.capture.amount, receipt: $0.intent.rawValue) }
      }
    )
  }
}

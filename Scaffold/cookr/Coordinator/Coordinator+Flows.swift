import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import Payments
import Persistence
import StatusUpdates

/// Steps around a flow that needs an order in a certain status, and around such flows alone.
extension Coordinator {
  /// Refuses the flow of a stage for an order that has been cancelled.
  func prepare(_ stage: Journey.Stage) async throws {
    switch stage {
    case .sourcing(let order), .paying(let order, _): try await requireUncancelled(order)
    case .ordering, .following, .ended: break
    }
  }

  /// Does what follows from the result of a stage's flow, which has moved the journey on.
  func settle(_ stage: Journey.Stage, _ moved: Journey) async throws {
    switch (stage, moved.stage) {
    case (.sourcing(let order), .ended(.failed(let failure))) where moved.hasNoChef:
      _ = try await Cancellation(app: app).cancel(OrderReference(order), note: "no chef accepted")
      throw failure.adding(help: "the order has ended, and nothing was charged")
    case (.paying(let order, let assignment), _):
      // Also of a payment that has failed: it may not be known yet whether it took money.
      try await Cancellation(app: app).endIfCancelled(OrderReference(order))
      guard moved.receipt != nil else { break }
      // The chef who has accepted cooks it now.
      try await app.tellKitchen(OrderReference(order), assignment)
    default: break
    }
  }

  /// Finds a chef for an order; if nobody accepts, the order ends.
  func findChef(for name: String, by link: FlowLink) async throws -> ChefAssignment {
    let linked = try app.sourcing.parameters(for: link)
    let order = try await app.order(named: name)
    let request = SourcingRequest(
      orderReference: order.id.rawValue,
      dishes: app.sourcingRequest(for: order).dishes,
      place: linked.place,
      wanted: linked.wanted
    )
    let journey = await advance(
      Journey(resuming: order, assignment: nil, receipt: nil, request: request)
    )
    return try journey.get(journey.assignment)
  }

  /// Takes the money for an order that a chef has accepted, who cooks it then.
  func pay(_ order: Order, _ assignment: ChefAssignment) async throws -> Receipt {
    let journey = await advance(Journey(resuming: order, assignment: assignment, receipt: nil))
    return try journey.get(journey.receipt)
  }

  func tip(by link: FlowLink) async throws -> Receipt? {
    let request = try app.payments.tip.parameters(for: link)
    let order = try await app.order(named: request.reference.rawValue)
    let status = try await app.record(of: order).status
    guard status == .delivered else {
      guard status != .cancelled else { throw Self.cancelled(order) }
      throw FlowFailure(
        .notPossible,
        "order '\(order.id)' is \(status.label), and the chef is tipped after delivery",
        help: "\(app.command("track \(order.id)")) follows it"
      )
    }
    // Nothing comes after delivery, so that no cancellation can come in between.
    return try await app.payments.tip.output(of: request, on: presenter)
  }

  /// Gives money back for a meal that has left the kitchen, until some time after its delivery.
  func refund(_ request: RefundRequest) async throws -> Refund {
    let order = request.reference
    let timeline = try await app.tracker.timeline(of: order)
    switch timeline.status {
    case .placed, .chefAssigned, .cooking:
      guard try await app.paymentStore.history(of: order).live(.meal) != nil else { break }
      throw FlowFailure(
        .notPossible,
        "order '\(order)' is \(timeline.status.label) and not refunded in part",
        help: "\(app.command("cancel \(order)")) cancels it and gives everything back"
      )
    case .delivered:
      let end = timeline.latest.at.addingTimeInterval(Double(Cancellation.refundMinutes) * 60)
      guard app.context.now() < end else {
        throw FlowFailure(
          .notPossible,
          "order '\(order)' was delivered more than \(Cancellation.refundMinutes) minutes ago",
          help: "ask the chef"
        )
      }
    case .onItsWay, .cancelled: break
    }
    return try await app.payments.refund.output(of: request, on: presenter)
  }

  /// Follows an order until it is delivered, or cancelled; then what was paid for it is refunded.
  func follow(_ request: FollowRequest) async throws -> FlowOutcome {
    let order = request.order
    let outcome: FollowOutcome
    do {
      outcome = try await app.following.output(of: request, on: presenter)
    } catch is CancellationError {
      guard let receipt = try await app.paymentStore.history(of: order).receipt(for: .meal) else {
        throw CancellationError()
      }
      throw receipt.stoppedFollowing(advising: app.context.invocation, isDemo: app.context.isDemo)
    }
    guard outcome.timeline.status == .cancelled else {
      return .followed(outcome, advising: app.context.invocation)
    }
    try await Cancellation(app: app).settle(order)
    return try await cancelled(outcome, title: "Order \(order) is refunded")
  }

  /// Shows what was refunded of an order that was cancelled, and returns its outcome.
  func cancelled(_ outcome: FollowOutcome, title: String) async throws -> FlowOutcome {
    let order = outcome.timeline.order
    let history = try await app.paymentStore.history(of: order)
    let refunds = PaymentPurpose.allCases.compactMap(history.receipt).flatMap(\.refunds).map {
      Page.Line.field("Refunded", $0.amount.description, role: .success)
    }
    let lines = refunds.isEmpty ? [.text("Nothing was charged.")] : refunds
    let page = Page(title: refunds.isEmpty ? "Order \(order) is cancelled" : title, lines: lines)
    // It is done, whether or not anybody sees the page.
    try? await presenter.show(page, key: "cancelled")
    return .followed(outcome, refunds: lines, advising: app.context.invocation)
  }

  func cancel(_ order: Order) async throws -> Timeline {
    let reference = OrderReference(order)
    let cancellation = Cancellation(app: app)
    _ = try app.payments
    try await cancellation.requirePossible(reference)
    let question = Question.confirm(
      "cancel",
      "Cancel order \(order.id)?",
      suggested: false,
      detail: "What was paid for it is refunded."
    )
    guard try await presenter.ask(question) else { throw CancellationError() }
    try Task.checkCancellation()
    return try await cancellation.cancel(reference)
  }

  private func requireUncancelled(_ order: Order) async throws {
    guard try await app.record(of: order).status != .cancelled else { throw Self.cancelled(order) }
  }

  private static func cancelled(_ order: Order) -> FlowFailure {
    FlowFailure(cancelledOrder: order.id.rawValue)
  }
}

import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import OrderProcessingStorage
import Payments
import StatusUpdates

/// Finishes, when the app starts, what processes that were killed have left.
struct Recovery: Sendable {
  /// How long an order waits for its payment before it ends.
  static let paymentHours = 2

  let app: Composition

  /// Begins the timelines that stored orders lack, asks what became of unfinished payments, tells the
  /// kitchen of orders that are paid, ends those that were not paid in time, and gives back what is
  /// left of cancelled orders' money.
  func run() async throws -> [String] {
    for order in try await app.orders.unannouncedOrders() {
      try await app.place(order)
    }
    let lines = try await finishPayments() + moveOpenOrders()
    return try await lines + Cancellation(app: app).settleAll()
  }

  private func finishPayments() async throws -> [String] {
    let payments: PaymentFlows
    do {
      payments = try app.payments
    } catch let failure as FlowFailure where failure.kind == .misconfigured {
      // A command that takes no money does without them.
      guard try await app.paymentStore.hasUnfinished() else { return [] }
      return ["unfinished payments are not continued: \(failure.message)"]
    }
    return try await payments.recover()
  }

  private func moveOpenOrders() async throws -> [String] {
    let limit = app.context.now().addingTimeInterval(-Double(Self.paymentHours) * 3600)
    var lines: [String] = []
    for timeline in try await app.tracker.openTimelines() where timeline.status == .placed {
      let history = try await app.paymentStore.history(of: timeline.order)
      if history.receipt(for: .meal) != nil {
        let assignment = try await app.offers.assignment(forOrder: timeline.order.rawValue)
        if let assignment { try await app.tellKitchen(timeline.order, assignment) }
      } else if timeline.latest.at < limit, history.live(.meal) == nil {
        try await app.advance(
          timeline.order,
          to: .cancelled,
          note: "not paid within \(Self.paymentHours) hours"
        )
        lines.append(
          "order '\(timeline.order)' was not paid within \(Self.paymentHours) hours and has ended"
        )
      }
    }
    return lines
  }
}

extension Composition {
  func place(_ order: Order) async throws {
    let reference = OrderReference(order)
    if try await timeline(of: reference) == nil { try await advance(reference, to: .placed) }
    try await orders.markAnnounced(order.id)
  }

  /// Records that an order is paid, from which on its chef cooks it.
  func tellKitchen(_ order: OrderReference, _ assignment: ChefAssignment) async throws {
    try await advance(order, to: .chefAssigned, note: "\(assignment.chefName) cooks")
  }

  /// Takes a step, unless another run of the same order took it in the meantime.
  func advance(_ order: OrderReference, to status: Status, note: String? = nil) async throws {
    do {
      try await tracker.advance(order, to: status, note: note)
    } catch let failure as FlowFailure where failure.code == .refusedStep {
      return
    }
  }
}

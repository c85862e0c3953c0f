import Payments
import FlowKit
import OrderProcessing
import OrderProcessingStorage
import PaymentsStorage
import Persistence
import StatusUpdatesInterface

/// Finishes, when the app starts, what processes that were killed have left.
struct Recovery: Sendable {
  private let app: Composition

  init(_ app: Composition) {
    self.app = app
  }

  /// Begins the timelines that stored orders lack, asks what became of unfinished payments, and
  /// gives back what is left of cancelled orders' money.
  ///
  /// - Returns: a line for each payment that was unfinished, and for each order that money was left
  ///   of.
  func run() async throws -> [String] {
    for order in try await app.orders.ordersWithoutTimeline() {
      try await app.place(order)
    }
    return try await finishPayments() + Cancellation(app).settleAll()
  }

  private func finishPayments() async throws -> [String] {
    let payments: PaymentFlows
    do {
      payments = try app.payments
    } catch let failure as FlowFailure where failure.kind == .misconfigured {
      // A command that takes no money does without them.
      let store = app.paymentStore
      let intents = try await store.unfinishedIntents()
      let refunds = try await store.unfinishedRefunds()
      guard !intents.isEmpty || !refunds.isEmpty else { return [] }
      return ["unfinished payments are not continued: \(failure.message)"]
    }
    return try await payments.recovery.run().lines
  }
}

extension Composition {
  /// Begins an order's timeline, unless it has one.
  func place(_ order: Order) async throws {
    let reference = OrderReference(order)
    guard try await timeline(of: reference) == nil else { return }
    try await advance(reference, to: .placed)
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

import FlowKit
import PaymentsInterface

extension Refund: Movement {
  var subject: String { "the refund of '\(amount)' for order '\(reference.rawValue)'" }

  var moved: String { "'\(amount)' was given back" }

  static func unfinished(in store: any PaymentStore) async throws -> [Refund] {
    try await store.unfinishedRefunds()
  }

  func search(_ gateway: any PaymentGateway) async throws -> RefundAnswer? {
    try await gateway.refund(reference: id.rawValue)
  }

  static func movesMoney(_ answer: RefundAnswer) -> Bool {
    if case .refunded = answer { true } else { false }
  }

  func record(_ answer: RefundAnswer, in store: any PaymentStore) async throws -> Refund {
    switch answer {
    case .refunded(let at):
      let booking = try LedgerTransaction.refund(
        self,
        cancelling: try await cancelledIntent(in: store),
        at: at
      )
      return try await store.record(.refunded(at: at), of: id, booking: booking)
    case .refused(let reason):
      return try await recordFailure(reason, in: store)
    }
  }

  /// The intent whose order is cancelled, unless an earlier refund has taken back what it owed.
  private func cancelledIntent(in store: any PaymentStore) async throws -> PaymentIntent? {
    guard reason == .cancelled else { return nil }
    let history = try await store.history(of: reference)
    let isTakenBack = history.refunds.contains { other in
      guard case .refunded = other.outcome, other.id != id else { return false }
      return other.intent == intent && other.reason == .cancelled
    }
    return isTakenBack ? nil : history.intents.first { $0.id == intent }
  }

  func recordFailure(_ reason: String, in store: any PaymentStore) async throws -> Refund {
    try await store.record(.failed(reason: reason), of: id, booking: nil)
  }

  func release(in store: any PaymentStore) async throws {
    try await store.release(id)
  }

  static func unknown(_ id: ID) -> PaymentStoreError { .unknownRefund(id) }

  static func decided(_ id: ID, _ outcome: RefundOutcome) -> PaymentStoreError {
    .refundDecided(id, outcome)
  }
}

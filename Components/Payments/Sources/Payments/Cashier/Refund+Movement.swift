import FlowKit
import PaymentsInterface

extension Refund: Movement {
  var subject: String { "the refund of '\(amount)' for order '\(reference.rawValue)'" }

  var moved: String { "'\(amount)' was given back" }

  static func unfinished(in store: any PaymentStore) async throws -> [Refund] {
    try await store.unfinishedRefunds()
  }

  func answer(of gateway: any PaymentGateway) async throws -> RefundAnswer? {
    try await gateway.refund(for: key)
  }

  static func movesMoney(_ answer: RefundAnswer) -> Bool {
    if case .refunded = answer { true } else { false }
  }

  func record(_ answer: RefundAnswer, in store: any PaymentStore) async throws -> Refund {
    switch answer {
    case .refunded(let at):
      let booking = try LedgerTransaction.refund(self, at: at)
      return try await store.record(.refunded(at: at), of: id, booking: booking)
    case .refused(let reason):
      return try await recordFailure(reason, in: store)
    }
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

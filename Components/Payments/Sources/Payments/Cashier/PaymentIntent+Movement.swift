import FlowKit
import PaymentsInterface

extension PaymentIntent: Movement {
  var subject: String {
    switch purpose {
    case .meal: "the payment for order '\(reference.rawValue)'"
    case .tip: "the tip for order '\(reference.rawValue)'"
    }
  }

  var moved: String { "'\(quote.total)' was taken from the card" }

  static func unfinished(in store: any PaymentStore) async throws -> [PaymentIntent] {
    try await store.unfinishedIntents()
  }

  func search(_ gateway: any PaymentGateway) async throws -> ChargeAnswer? {
    try await gateway.charge(reference: id.rawValue)
  }

  static func movesMoney(_ answer: ChargeAnswer) -> Bool {
    if case .charged = answer { true } else { false }
  }

  func record(_ answer: ChargeAnswer, in store: any PaymentStore) async throws -> PaymentIntent {
    switch answer {
    case .charged(let capture):
      let booking = try LedgerTransaction.capture(capture, of: self)
      return try await store.record(.captured(capture), of: id, booking: booking)
    case .declined(let reason):
      return try await store.record(.declined(reason), of: id, booking: nil)
    }
  }

  func recordFailure(_ reason: String, in store: any PaymentStore) async throws -> PaymentIntent {
    try await store.record(.failed(reason: reason), of: id, booking: nil)
  }

  func release(in store: any PaymentStore) async throws {
    try await store.release(id)
  }

  static func unknown(_ id: ID) -> PaymentStoreError { .unknownIntent(id) }

  static func decided(_ id: ID, _ outcome: PaymentOutcome) -> PaymentStoreError {
    .intentDecided(id, outcome)
  }
}

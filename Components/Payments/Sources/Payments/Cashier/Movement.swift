import FlowKit
import Foundation

/// One attempt to move money, to the app or back, which is written down before the processor is asked.
///
/// A movement is pending until its outcome is recorded. Conformers supply what differs between charges
/// and refunds; ``Cashier`` has the steps that both take, and ``PaymentStore`` keeps both.
protocol Movement: Codable, Identifiable, Sendable where ID: RawRepresentable<String> & Sendable {
  associatedtype Answer: Sendable
  associatedtype Outcome: MovementOutcome

  static var table: String { get }
  var key: IdempotencyKey { get }
  var reference: OrderReference { get }
  var createdAt: Date { get }
  /// How it ended; `nil` while it is pending.
  var outcome: Outcome? { get set }
  var name: String { get }
  var subject: String { get }
  /// What has happened to the money once the processor has moved it, in a sentence.
  var moved: String { get }
  /// What a recovery has found out, in the second half of a sentence.
  func recovered(_ outcome: Outcome) -> String

  /// The processor's result, searched by the movement's identifier; `nil` if there is none.
  func search(_ gateway: any PaymentGateway) async throws -> Answer?
  static func movesMoney(_ answer: Answer) -> Bool
  /// Records an answer with its booking, and returns the updated movement.
  func record(_ answer: Answer, in store: PaymentStore) async throws -> Self
}

protocol MovementOutcome: Equatable, Sendable {
  var name: String { get }

  /// That no money moved, with the reason in words for the person.
  static func failed(reason: String) -> Self
}

extension PaymentIntent: Movement {
  static var table: String { "paymentIntent" }

  var name: String { "payment '\(id.rawValue)'" }

  var subject: String {
    switch purpose {
    case .meal: "the payment for order '\(reference.rawValue)'"
    case .tip: "the tip for order '\(reference.rawValue)'"
    }
  }

  var moved: String { "'\(quote.total)' was taken from the card" }

  func recovered(_ outcome: PaymentOutcome) -> String {
    switch outcome {
    case .captured: "was made, '\(quote.total)', and is recorded now"
    case .declined(let reason): "was declined: \(reason)"
    case .failed: "was never made"
    }
  }

  func search(_ gateway: any PaymentGateway) async throws -> ChargeAnswer? {
    try await gateway.charge(reference: id.rawValue)
  }

  static func movesMoney(_ answer: ChargeAnswer) -> Bool {
    if case .charged = answer { true } else { false }
  }

  func record(_ answer: ChargeAnswer, in store: PaymentStore) async throws -> PaymentIntent {
    switch answer {
    case .charged(let capture):
      let booking = try LedgerTransaction.capture(capture, of: self)
      return try await store.record(.captured(capture), of: self, booking: booking)
    case .declined(let reason):
      return try await store.record(.declined(reason), of: self)
    }
  }
}

extension Refund: Movement {
  static var table: String { "refund" }

  var name: String { "refund '\(id.rawValue)'" }

  var subject: String { "the refund of '\(amount)' for order '\(reference.rawValue)'" }

  var moved: String { "'\(amount)' was given back" }

  func recovered(_ outcome: RefundOutcome) -> String {
    switch outcome {
    case .refunded: "was made and is recorded now"
    case .failed: "was never made"
    }
  }

  func search(_ gateway: any PaymentGateway) async throws -> RefundAnswer? {
    try await gateway.refund(reference: id.rawValue)
  }

  static func movesMoney(_ answer: RefundAnswer) -> Bool {
    if case .refunded = answer { true } else { false }
  }

  func record(_ answer: RefundAnswer, in store: PaymentStore) async throws -> Refund {
    switch answer {
    case .refunded(let at):
      let booking = try LedgerTransaction.refund(
        self,
        cancelling: try await cancelledIntent(in: store),
        at: at
      )
      return try await store.record(.refunded(at: at), of: self, booking: booking)
    case .refused(let reason):
      return try await store.record(.failed(reason: reason), of: self)
    }
  }

  /// The intent whose order is cancelled, unless an earlier refund has taken back what it owed.
  private func cancelledIntent(in store: PaymentStore) async throws -> PaymentIntent? {
    guard reason == .cancelled else { return nil }
    let history = try await store.history(of: reference)
    let isTakenBack = history.refunds.contains { other in
      guard case .refunded = other.outcome, other.id != id else { return false }
      return other.intent == intent && other.reason == .cancelled
    }
    return isTakenBack ? nil : history.intents.first { $0.id == intent }
  }
}

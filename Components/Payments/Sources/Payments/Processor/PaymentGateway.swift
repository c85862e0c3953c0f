public import FlowKit
public import Foundation

/// A payment processor: another company, reached over a network that loses requests and answers.
///
/// It offers what real processors do. Requirements on conforming types:
/// - **An idempotency key with a life.** For at least a day, the same call with the same key does
///   nothing again and gives the same answer; other parameters with a known key throw
///   ``PaymentGatewayError/keyReused``. The cashier uses a key within one run only.
/// - **A search by reference.** Each call carries the app's own reference, which the processor keeps
///   beside the charge. A search finds what was accepted, but may miss what was accepted less than
///   ``searchDelay`` ago.
/// - ``PaymentGatewayError/unreachable`` is thrown only where no part of the request was sent.
/// - Cancelling the current task does not interrupt a call: what was sent cannot be taken back.
public protocol PaymentGateway: Sendable {
  /// How long after a request a search may still miss it, the request's own time limit included.
  var searchDelay: Duration { get }

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey,
    reference: String
  ) async throws -> ChargeAnswer

  /// The result of the charge with this reference; `nil` if the search finds none.
  func charge(reference: String) async throws -> ChargeAnswer?

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey,
    reference: String
  ) async throws -> RefundAnswer

  /// The result of the refund with this reference; `nil` if the search finds none.
  func refund(reference: String) async throws -> RefundAnswer?
}

/// Why a call to a processor gave no answer.
///
/// Only ``unreachable`` and ``keyReused`` say that the call did nothing. After any other error, one
/// of an adapter's own included, the money may or may not have moved.
public enum PaymentGatewayError: Error, Sendable, Hashable {
  /// The request never left: no connection, so that nothing can have happened.
  case unreachable
  case timedOut
  /// The processor failed in a way that leaves open what it had done by then; with its own words.
  case serverError(String)
  /// The key was used before with other parameters; the call was refused and did nothing.
  case keyReused
}

extension PaymentGatewayError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreachable: "the payment processor cannot be reached"
    case .timedOut: "the payment processor did not answer in time"
    case .serverError(let words): "the payment processor failed: \(words)"
    case .keyReused: "the payment processor has already used the key for another request"
    }
  }
}

/// The result of a charge.
public enum ChargeAnswer: Sendable, Hashable, Codable {
  case charged(Capture)
  case declined(DeclineReason)
}

/// A processor's name for money that it took.
public typealias ChargeID = Identifier<Capture>

/// Why a card's bank refused, by the processor's own code; the set is open.
public struct DeclineReason: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The account does not hold the amount.
  public static let insufficientFunds = DeclineReason(rawValue: "insufficient_funds")
}

extension DeclineReason: CustomStringConvertible {
  public var description: String {
    String(rawValue.map { $0 == "_" ? " " : $0 })
  }
}

/// The result of a refund.
public enum RefundAnswer: Sendable, Hashable, Codable {
  case refunded(at: Date)
  case refused(reason: String)
}

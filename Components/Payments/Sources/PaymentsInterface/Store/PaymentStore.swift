public import FlowKit

/// Where intents, refunds and the ledger are kept; shared by all processes of the app.
///
/// Each method is one transaction, durable when it returns, and serialised with all others on the
/// same data. Requirements on conforming types:
/// - **One live intent.** For each reference and purpose at most one intent is pending or captured.
/// - **Owners.** An intent or a refund that is created belongs to the process that created it until
///   its outcome is recorded, it is released, or that process is gone. A store that cannot tell
///   whether a process is gone assumes that it is running.
/// - **Outcomes are final.** Recording compares and sets: pending becomes the outcome; the same
///   outcome again changes nothing and is fine; another one is refused, changing nothing.
/// - **Never more back than came in.** The amounts of an intent's refunds, pending and done, never
///   exceed its capture; checked where a refund is created, in the same transaction.
/// - **The ledger only grows.** A booking is added in the transaction that first records its outcome
///   and never again; no entry is ever changed.
public protocol PaymentStore: Sendable {
  /// Writes down an intent that is pending.
  ///
  /// - Throws: ``PaymentStoreError/duplicate(_:)`` for an identifier or a key that is in use.
  func create(_ intent: PaymentIntent) async throws -> IntentCreation

  /// Records how an intent ended, with the booking of what was captured.
  ///
  /// - Returns: the intent as it stands now.
  /// - Throws: ``PaymentStoreError/unknownIntent(_:)``, or ``PaymentStoreError/intentDecided(_:_:)``
  ///   when it ended otherwise before.
  @discardableResult
  func record(
    _ outcome: PaymentOutcome,
    of intent: PaymentIntent.ID,
    booking: LedgerTransaction?
  ) async throws -> PaymentIntent

  /// Gives up a pending intent: its owner will never again ask the processor to charge it.
  ///
  /// Does nothing to one that has ended.
  func release(_ intent: PaymentIntent.ID) async throws

  /// The payments and refunds of a reference, read at one moment; empty for an unknown reference.
  func history(of reference: OrderReference) async throws -> PaymentHistory

  /// The pending intents without an owner, oldest first.
  func unfinishedIntents() async throws -> [PaymentIntent]

  /// Writes down a refund that is pending, of an intent that was captured.
  ///
  /// - Throws: ``PaymentStoreError/duplicate(_:)`` for an identifier or a key that is in use,
  ///   ``PaymentStoreError/unknownIntent(_:)`` for an intent that was not captured.
  func create(_ refund: Refund) async throws -> RefundCreation

  /// Records how a refund ended, with the booking of what went back.
  ///
  /// - Returns: the refund as it stands now.
  /// - Throws: ``PaymentStoreError/unknownRefund(_:)``, or ``PaymentStoreError/refundDecided(_:_:)``
  ///   when it ended otherwise before.
  @discardableResult
  func record(
    _ outcome: RefundOutcome,
    of refund: Refund.ID,
    booking: LedgerTransaction?
  ) async throws -> Refund

  /// Gives up a pending refund: its owner will never again ask the processor for it.
  ///
  /// Does nothing to one that has ended.
  func release(_ refund: Refund.ID) async throws

  /// The pending refunds without an owner, oldest first.
  func unfinishedRefunds() async throws -> [Refund]

  func entries() async throws -> [LedgerEntry]
}

/// The result of creating an intent.
public enum IntentCreation: Sendable, Hashable {
  /// It is recorded as pending and owned by the calling process.
  case created
  /// Nothing is recorded: this one, pending or captured, has the same reference and purpose.
  case exists(PaymentIntent)
}

/// The result of creating a refund.
public enum RefundCreation: Sendable, Hashable {
  case created
  /// Nothing is recorded: no more than this is left of the capture.
  case exceeds(left: Money)
}

/// What a payment store refuses, whatever it is made of; a store's own faults are its own errors.
public enum PaymentStoreError: Error, Sendable, Hashable {
  case unknownIntent(PaymentIntent.ID)
  case unknownRefund(Refund.ID)
  case duplicate(String)
  case intentDecided(PaymentIntent.ID, PaymentOutcome)
  case refundDecided(Refund.ID, RefundOutcome)
}

extension PaymentStoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownIntent(let id): "there is no payment '\(id.rawValue)'"
    case .unknownRefund(let id): "there is no refund '\(id.rawValue)'"
    case .duplicate(let name): "'\(name)' is in use already"
    case .intentDecided(let id, let outcome):
      "the payment '\(id.rawValue)' ended as \(outcome.name) before"
    case .refundDecided(let id, let outcome):
      "the refund '\(id.rawValue)' ended as \(outcome.name) before"
    }
  }
}

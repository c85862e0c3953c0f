public import FlowKit
import GRDB
public import Persistence

/// The intents, refunds and the ledger, which all processes of the app share.
///
/// Each method is one transaction, durable when it returns, and serialised with all others on the
/// same data:
/// - **One live intent.** For each reference and purpose at most one intent is pending or captured.
/// - **Owners.** An intent or a refund belongs to the process that created it until its outcome is
///   recorded, it is released, or that process is gone.
/// - **Outcomes are final.** Recording compares and sets: pending becomes the outcome; the same
///   outcome again changes nothing and is fine; another one is refused, changing nothing.
/// - **Never more back than came in.** The amounts of an intent's refunds, pending and done, never
///   exceed its capture; checked where a refund is created, in the same transaction.
/// - **The ledger only grows.** A booking is added in the transaction that first records its outcome
///   and never again; no entry is ever changed.
/// - **A cancelled order is not charged.** Its intents are refused.
public struct PaymentStore: Sendable {
  let database: SharedDatabase

  /// Makes the store on a database that has its ``tables``.
  public init(_ database: SharedDatabase) {
    self.database = database
  }

  /// Makes a store in memory, for previews, rehearsals and tests.
  public static func inMemory() -> PaymentStore {
    PaymentStore(SharedDatabase(inMemory: Schema(tables)))
  }

  func create(_ intent: PaymentIntent) async throws -> IntentCreation {
    let session = try database.sessions.current()
    return try await database.write { db in
      let intents = try PaymentIntent.all("reference", intent.reference.rawValue, in: db)
      if let standing = intents.first(where: { $0.isLive && $0.purpose == intent.purpose }) {
        return .exists(standing)
      }
      try Cancellations.requireNone(of: intent.reference.rawValue, in: db)
      try intent.insert(["purpose": intent.purpose.rawValue], session: session, in: db)
      return .created
    }
  }

  func create(_ refund: Refund) async throws -> RefundCreation {
    let session = try database.sessions.current()
    return try await database.write { db in
      let refunds = try Refund.all("intent", refund.intent.rawValue, in: db)
      guard
        let intent = try PaymentIntent.find("id", refund.intent.rawValue, in: db),
        let receipt = Receipt(intent, refunds: refunds)
      else {
        throw PaymentStoreError.unknown("payment '\(refund.intent.rawValue)'")
      }
      let left = receipt.refundable
      guard left.currency == refund.amount.currency, left.minorUnits >= refund.amount.minorUnits
      else {
        return .exceeds(left: left)
      }
      try refund.insert(["intent": refund.intent.rawValue], session: session, in: db)
      return .created
    }
  }

  /// Records how a movement ended, with its booking; changes nothing if that was recorded before.
  @discardableResult
  func record<Moving: Movement>(
    _ outcome: Moving.Outcome,
    of movement: Moving,
    booking: LedgerTransaction? = nil
  ) async throws -> Moving {
    try await database.write { db in
      guard var stored = try Moving.find("id", movement.id.rawValue, in: db) else {
        throw PaymentStoreError.unknown(movement.name)
      }
      if let standing = stored.outcome {
        guard standing == outcome else {
          throw PaymentStoreError.decided(movement.name, as: standing.name)
        }
        return stored
      }
      stored.outcome = outcome
      try stored.update(in: db)
      if let booking { try LedgerRecord.append(booking, to: db) }
      return stored
    }
  }

  /// Gives up a pending movement: its owner will never again ask the processor for it.
  func release<Moving: Movement>(_ movement: Moving) async throws {
    try await database.write { db in try movement.release(in: db) }
  }

  /// The pending movements of one kind without an owner, oldest first.
  func unfinished<Moving: Movement>(_: Moving.Type = Moving.self) async throws -> [Moving] {
    let sessions = database.sessions
    return try await database.read { db in try Moving.unfinished(in: db, sessions) }
  }

  /// Whether a process that is gone has left a payment or a refund pending.
  public func hasUnfinished() async throws -> Bool {
    let intents = try await unfinished(PaymentIntent.self)
    let refunds = try await unfinished(Refund.self)
    return !(intents.isEmpty && refunds.isEmpty)
  }

  /// The payments and refunds of a reference, read at one moment; empty for an unknown reference.
  public func history(of reference: OrderReference) async throws -> PaymentHistory {
    try await database.read { db in
      PaymentHistory(
        intents: try PaymentIntent.all("reference", reference.rawValue, in: db),
        refunds: try Refund.all("reference", reference.rawValue, in: db)
      )
    }
  }

  /// Every entry of the ledger, in the order of booking.
  public func entries() async throws -> [LedgerEntry] {
    try await database.read { db in try LedgerRecord.entries(in: db) }
  }
}

enum IntentCreation: Sendable, Hashable {
  case created
  /// Nothing is recorded: this one, pending or captured, has the same reference and purpose.
  case exists(PaymentIntent)
}

enum RefundCreation: Sendable, Hashable {
  case created
  /// Nothing is recorded: no more than this is left of the capture.
  case exceeds(left: Money)
}

enum PaymentStoreError: Error, Sendable, Hashable {
  case unknown(String)
  case decided(String, as: String)
}

extension PaymentStoreError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknown(let name): "there is no \(name)"
    case .decided(let name, let outcome): "the \(name) ended as \(outcome) before"
    }
  }
}

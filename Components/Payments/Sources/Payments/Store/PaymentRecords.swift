import FlowKit
import PaymentsInterface

/// The data of an in-memory store; each method is a transaction that does all or, throwing, nothing.
struct PaymentRecords: Sendable {
  var intents = MovementRecords<PaymentIntent>()
  var refunds = MovementRecords<Refund>()
  private(set) var ledger = Ledger()
  private var lastOwner = 0

  mutating func makeOwner() -> Int {
    lastOwner += 1
    return lastOwner
  }

  mutating func disown(_ owner: Int) {
    intents.disown(owner)
    refunds.disown(owner)
  }

  mutating func create(_ intent: PaymentIntent, owner: Int) throws -> IntentCreation {
    try intents.requireNew(intent)
    let standing = intents.all.first {
      $0.isLive && $0.reference == intent.reference && $0.purpose == intent.purpose
    }
    if let standing { return .exists(standing) }
    intents.append(intent, owner: owner)
    return .created
  }

  mutating func create(_ refund: Refund, owner: Int) throws -> RefundCreation {
    try refunds.requireNew(refund)
    guard
      let intent = intents.all.first(where: { $0.id == refund.intent }),
      let receipt = Receipt(intent, refunds: refunds.all)
    else {
      throw PaymentStoreError.unknownIntent(refund.intent)
    }
    let left = receipt.refundable
    guard left.currency == refund.amount.currency, left.minorUnits >= refund.amount.minorUnits
    else {
      return .exceeds(left: left)
    }
    refunds.append(refund, owner: owner)
    return .created
  }

  mutating func record<Moving: Movement>(
    _ outcome: Moving.Outcome,
    of id: Moving.ID,
    in movements: WritableKeyPath<PaymentRecords, MovementRecords<Moving>>,
    booking: LedgerTransaction?
  ) throws -> Moving {
    if try self[keyPath: movements].expects(outcome, of: id), let booking {
      try ledger.append(booking)
    }
    return try self[keyPath: movements].set(outcome, of: id)
  }
}

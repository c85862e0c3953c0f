import FlowKit

/// The data of an in-memory store; each method is a transaction that does all or, throwing, nothing.
struct PaymentRecords: Sendable {
  private(set) var intents: [PaymentIntent] = []
  private(set) var refunds: [Refund] = []
  private(set) var ledger = Ledger()
  private var intentOwners: [PaymentIntent.ID: Int] = [:]
  private var refundOwners: [Refund.ID: Int] = [:]
  private var lastOwner = 0

  mutating func makeOwner() -> Int {
    lastOwner += 1
    return lastOwner
  }

  mutating func disown(_ owner: Int) {
    intentOwners = intentOwners.filter { $0.value != owner }
    refundOwners = refundOwners.filter { $0.value != owner }
  }
}

extension PaymentRecords {
  var unfinishedIntents: [PaymentIntent] {
    intents.filter { $0.outcome == nil && intentOwners[$0.id] == nil }
  }

  mutating func create(_ intent: PaymentIntent, owner: Int) throws -> IntentCreation {
    guard !intents.contains(where: { $0.id == intent.id }) else {
      throw PaymentStoreError.duplicate(intent.id.rawValue)
    }
    guard !intents.contains(where: { $0.key == intent.key }) else {
      throw PaymentStoreError.duplicate(intent.key.rawValue)
    }
    let standing = intents.first {
      $0.isLive && $0.reference == intent.reference && $0.purpose == intent.purpose
    }
    if let standing { return .exists(standing) }
    intents.append(intent)
    intentOwners[intent.id] = owner
    return .created
  }

  mutating func record(
    _ outcome: PaymentOutcome,
    of id: PaymentIntent.ID,
    booking: LedgerTransaction?
  ) throws -> PaymentIntent {
    guard let index = intents.firstIndex(where: { $0.id == id }) else {
      throw PaymentStoreError.unknownIntent(id)
    }
    if let standing = intents[index].outcome {
      guard standing == outcome else { throw PaymentStoreError.intentDecided(id, standing) }
      return intents[index]
    }
    if let booking { try ledger.append(booking) }
    intents[index].outcome = outcome
    intentOwners[id] = nil
    return intents[index]
  }

  mutating func release(_ id: PaymentIntent.ID) {
    intentOwners[id] = nil
  }
}

extension PaymentRecords {
  var unfinishedRefunds: [Refund] {
    refunds.filter { $0.outcome == nil && refundOwners[$0.id] == nil }
  }

  mutating func create(_ refund: Refund, owner: Int) throws -> RefundCreation {
    guard !refunds.contains(where: { $0.id == refund.id }) else {
      throw PaymentStoreError.duplicate(refund.id.rawValue)
    }
    guard !refunds.contains(where: { $0.key == refund.key }) else {
      throw PaymentStoreError.duplicate(refund.key.rawValue)
    }
    guard
      let intent = intents.first(where: { $0.id == refund.intent }),
      let receipt = Receipt(intent, refunds: refunds)
    else {
      throw PaymentStoreError.unknownIntent(refund.intent)
    }
    let left = receipt.refundable
    guard left.currency == refund.amount.currency, left.minorUnits >= refund.amount.minorUnits
    else {
      return .exceeds(left: left)
    }
    refunds.append(refund)
    refundOwners[refund.id] = owner
    return .created
  }

  mutating func record(
    _ outcome: RefundOutcome,
    of id: Refund.ID,
    booking: LedgerTransaction?
  ) throws -> Refund {
    guard let index = refunds.firstIndex(where: { $0.id == id }) else {
      throw PaymentStoreError.unknownRefund(id)
    }
    if let standing = refunds[index].outcome {
      guard standing == outcome else { throw PaymentStoreError.refundDecided(id, standing) }
      return refunds[index]
    }
    if let booking { try ledger.append(booking) }
    refunds[index].outcome = outcome
    refundOwners[id] = nil
    return refunds[index]
  }

  mutating func release(_ id: Refund.ID) {
    refundOwners[id] = nil
  }
}

public import FlowKit
public import PaymentsInterface
import Synchronization

/// Keeps payments in memory, for previews and tests.
///
/// Each store stands for one process; ``another()`` makes one for a second process on the same
/// data, and ``close()`` does to a store's possessions what a kill does to a process's.
public final class InMemoryPaymentStore: PaymentStore {
  private let memory: PaymentMemory
  private let owner: Int

  public convenience init() {
    self.init(PaymentMemory(PaymentRecords()))
  }

  /// Makes a store with data of its own that begins as a copy of the other's.
  package convenience init(copying other: InMemoryPaymentStore) {
    self.init(PaymentMemory(other.memory.records.withLock(\.self)))
  }

  private init(_ memory: PaymentMemory) {
    self.memory = memory
    owner = memory.records.withLock { $0.makeOwner() }
  }

  /// The same data as a second process has it open.
  package func another() -> InMemoryPaymentStore {
    InMemoryPaymentStore(memory)
  }

  /// Makes whatever this store owns belong to nobody, as when its process is killed.
  package func close() {
    memory.records.withLock { $0.disown(owner) }
  }

  public func create(_ intent: PaymentIntent) async throws -> IntentCreation {
    try memory.records.withLock { try $0.create(intent, owner: owner) }
  }

  @discardableResult
  public func record(
    _ outcome: PaymentOutcome,
    of intent: PaymentIntent.ID,
    booking: LedgerTransaction?
  ) async throws -> PaymentIntent {
    try memory.records.withLock {
      try $0.record(outcome, of: intent, in: \.intents, booking: booking)
    }
  }

  public func release(_ intent: PaymentIntent.ID) async throws {
    memory.records.withLock { $0.intents.release(intent) }
  }

  public func history(of reference: OrderReference) async throws -> PaymentHistory {
    memory.records.withLock { records in
      PaymentHistory(
        intents: records.intents.all.filter { $0.reference == reference },
        refunds: records.refunds.all.filter { $0.reference == reference }
      )
    }
  }

  public func unfinishedIntents() async throws -> [PaymentIntent] {
    memory.records.withLock(\.intents.unfinished)
  }

  public func create(_ refund: Refund) async throws -> RefundCreation {
    try memory.records.withLock { try $0.create(refund, owner: owner) }
  }

  @discardableResult
  public func record(
    _ outcome: RefundOutcome,
    of refund: Refund.ID,
    booking: LedgerTransaction?
  ) async throws -> Refund {
    try memory.records.withLock {
      try $0.record(outcome, of: refund, in: \.refunds, booking: booking)
    }
  }

  public func release(_ refund: Refund.ID) async throws {
    memory.records.withLock { $0.refunds.release(refund) }
  }

  public func unfinishedRefunds() async throws -> [Refund] {
    memory.records.withLock(\.refunds.unfinished)
  }

  public func entries() async throws -> [LedgerEntry] {
    memory.records.withLock(\.ledger.entries)
  }
}

/// What several stores on the same data share.
private final class PaymentMemory: Sendable {
  let records: Mutex<PaymentRecords>

  init(_ records: PaymentRecords) {
    self.records = Mutex(records)
  }
}

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
    var booked = ledger
    let movement = try self[keyPath: movements].record(outcome, of: id) {
      if let booking { try booked.append(booking) }
    }
    ledger = booked
    return movement
  }
}

/// The movements of one kind in an in-memory store, and which process owns those that are pending.
struct MovementRecords<Moving: Movement>: Sendable {
  /// Oldest first.
  private(set) var all: [Moving] = []
  private var owners: [Moving.ID: Int] = [:]

  var unfinished: [Moving] {
    all.filter { $0.outcome == nil && owners[$0.id] == nil }
  }

  func requireNew(_ movement: Moving) throws(PaymentStoreError) {
    if all.contains(where: { $0.id == movement.id }) { throw .duplicate(movement.id.rawValue) }
    if all.contains(where: { $0.key == movement.key }) { throw .duplicate(movement.key.rawValue) }
  }

  mutating func append(_ movement: Moving, owner: Int) {
    all.append(movement)
    owners[movement.id] = owner
  }

  /// Sets an outcome and books it; one that was set before changes nothing.
  ///
  /// - Throws: ``PaymentStoreError`` for a movement that is not there, or ended otherwise; what
  ///   `book` throws. Then nothing is set.
  mutating func record(
    _ outcome: Moving.Outcome,
    of id: Moving.ID,
    book: () throws -> Void
  ) throws -> Moving {
    guard let index = all.firstIndex(where: { $0.id == id }) else { throw Moving.unknown(id) }
    if let standing = all[index].outcome {
      guard standing == outcome else { throw Moving.decided(id, standing) }
      return all[index]
    }
    try book()
    all[index].outcome = outcome
    owners[id] = nil
    return all[index]
  }

  mutating func release(_ id: Moving.ID) {
    owners[id] = nil
  }

  mutating func disown(_ owner: Int) {
    owners = owners.filter { $0.value != owner }
  }
}

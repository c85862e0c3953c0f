import Synchronization
public import FlowKit
public import PaymentsInterface

/// Keeps payments in memory, for previews and tests.
///
/// Each store stands for one process; ``another()`` makes one for a second process on the same
/// data, and ``close()`` does to a store's possessions what a kill does to a process's.
public final class InMemoryPaymentStore: PaymentStore {
  private let memory: PaymentMemory
  private let owner: Int

  /// Makes an empty store.
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

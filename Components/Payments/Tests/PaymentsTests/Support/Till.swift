import FlowKit
import Persistence
import Synchronization

@testable import Payments

/// A process of the app with a store, a processor and a cashier between them.
struct Till: Sendable {
  let store: PaymentStore
  let processor: ProcessorStore
  let cashier: Cashier
  let identifiers: Identifiers

  init(
    store: PaymentStore = .inMemory(),
    processor: ProcessorStore = .inMemory(),
    identifiers: Identifiers = Identifiers(),
    fuse: Fuse? = nil,
    through wrap: (any PaymentGateway) -> any PaymentGateway = { $0 }
  ) {
    self.store = store
    self.processor = processor
    self.identifiers = identifiers
    let gateway = SandboxGateway(
      store: processor,
      now: { noon },
      makeIdentifier: { identifiers.next() }
    )
    cashier = Cashier(
      store: fuse.map(store.killed) ?? store,
      gateway: wrap(gateway),
      now: { noon },
      makeIdentifier: { identifiers.next() },
      pause: { _ in }
    )
  }

  /// A till at which the meal of the sample order is paid.
  static func paid() async throws -> Till {
    let till = Till()
    try await till.cashier.payMeal()
    return till
  }

  /// A till with the same store, whose processor never answers.
  func silent() -> Till {
    Till(store: store, through: { _ in ScriptedGateway(charges: []) })
  }

  var checkout: Checkout {
    Checkout(cashier: cashier, methods: SandboxCard.allCases.map(\.method))
  }

  /// Another process on the same data.
  func another(
    fuse: Fuse? = nil,
    through wrap: (any PaymentGateway) -> any PaymentGateway = { $0 }
  ) throws -> Till {
    Till(
      store: try store.another(),
      processor: processor,
      identifiers: identifiers,
      fuse: fuse,
      through: wrap
    )
  }

  /// Another till on data of its own that begins as this one's.
  func copy() throws -> Till {
    Till(
      store: PaymentStore(try store.database.copy()),
      processor: ProcessorStore { try processor.database().copy() },
      identifiers: identifiers
    )
  }

  /// Everything that the processor was asked to take.
  var charges: [ProcessorCharge] {
    get async throws { try await processor.all(ProcessorCharge.self) }
  }

  /// Everything that the processor was asked to give back.
  var refunds: [ProcessorRefund] {
    get async throws { try await processor.all(ProcessorRefund.self) }
  }

  /// What the store has pending, whoever owns it.
  func outcomes(of reference: OrderReference = order) async throws -> [String] {
    try await store.history(of: reference).intents.map { $0.outcome?.name ?? "pending" }
  }

  func balances() async throws -> [LedgerAccount: Int64] {
    let balances = try Ledger(await store.entries()).balances
    return Dictionary(uniqueKeysWithValues: balances.map { ($0.account, $0.amount.minorUnits) })
  }
}

extension Cashier {
  /// Takes the price of the sample order.
  @discardableResult
  func payMeal(with card: SandboxCard = .success) async throws -> Receipt {
    try await pay(try quote(), for: order, .meal, with: card.method)
  }
}

extension PaymentStore {
  /// The same data as a second process has it open.
  func another() throws -> PaymentStore {
    PaymentStore(try database.another())
  }

  /// Ends the ownership of what this store owns, as when its process is killed.
  func close() throws {
    try database.close()
  }

  /// The store of a process that dies before or after one of its transactions, and audits the whole
  /// ledger after each that writes.
  func killed(by fuse: Fuse) -> PaymentStore {
    PaymentStore(
      database.observed { moment in
        if moment.isWrite, moment.isAfter { _ = try Ledger(try await entries()) }
        try fuse.pass()
      }
    )
  }
}

extension ProcessorStore {
  /// A memory with something that happens after each request is remembered, before its answer.
  static func inMemory(
    beforeAnswers interlude: @escaping @Sendable () async throws -> Void
  ) -> ProcessorStore {
    let database = SharedDatabase(inMemory: schema)
      .observed { if $0.isWrite, $0.isAfter { try await interlude() } }
    return ProcessorStore { database }
  }
}

/// Hands out texts that are unique within a test.
final class Identifiers: Sendable {
  private let count = Mutex(0)

  func next() -> String {
    count.withLock { count in
      count += 1
      return "id-\(count)"
    }
  }
}

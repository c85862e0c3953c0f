import FlowKit
import PaymentsInterface
import Synchronization

@testable import Payments

/// A process of the app with a store, a processor and a cashier between them.
struct Till: Sendable {
  let store: InMemoryPaymentStore
  let processor: InMemoryProcessorStore
  let cashier: Cashier
  let identifiers: Identifiers

  init(
    store: InMemoryPaymentStore = InMemoryPaymentStore(),
    processor: InMemoryProcessorStore = InMemoryProcessorStore(),
    identifiers: Identifiers = Identifiers(),
    through wrap: (any PaymentStore, any PaymentGateway) -> (any PaymentStore, any PaymentGateway) =
      { ($0, $1) }
  ) {
    self.store = store
    self.processor = processor
    self.identifiers = identifiers
    let gateway = SandboxGateway(
      store: processor,
      now: { noon },
      makeIdentifier: { identifiers.next() }
    )
    let (wrappedStore, wrappedGateway) = wrap(store, gateway)
    cashier = Cashier(
      store: wrappedStore,
      gateway: wrappedGateway,
      now: { noon },
      makeIdentifier: { identifiers.next() },
      retries: .atOnce
    )
  }

  /// Another till on data of its own that begins as this one's.
  func copy() -> Till {
    Till(
      store: InMemoryPaymentStore(copying: store),
      processor: InMemoryProcessorStore(copying: processor),
      identifiers: identifiers
    )
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

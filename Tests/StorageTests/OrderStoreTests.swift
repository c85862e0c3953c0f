import FlowKit
import OrderProcessing
import OrderProcessingStorage
import Persistence
import ProgramTesting
import StatusUpdates
import Testing

@testable import ChefSourcing
@testable import Payments

struct OrderStoreTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test func `the same order is saved again without a second copy`() async throws {
    let store = SQLiteOrderStore(try folder.open())
    let order = try Order.sample("a")
    for _ in 1...2 { try await store.save(order) }
    #expect(try await store.newestOrders(limit: 10) == [order])
  }

  @Test func `another order under a stored identifier is refused and changes nothing`() async throws
  {
    let store = SQLiteOrderStore(try folder.open())
    let order = try Order.sample("a")
    try await store.save(order)
    await #expect(throws: FlowFailure.orderConflict(order.id)) {
      try await store.save(try Order.sample("a", quantity: 2))
    }
    #expect(try await store.newestOrders(limit: 10) == [order])
  }

  @Test func `orders are listed newest first, of one second the last saved first`() async throws {
    let store = SQLiteOrderStore(try folder.open())
    let older = try Order.sample("older", at: 100)
    let newer = try Order.sample("newer", at: 200)
    let twin = try Order.sample("twin", at: 200)
    for order in [newer, older, twin] { try await store.save(order) }
    #expect(try await store.newestOrders(limit: 10) == [twin, newer, older])
    #expect(try await store.newestOrders(limit: 2) == [twin, newer])
    #expect(try await store.newestOrders(limit: 0) == [])
    #expect(try await store.newestOrders(limit: -1) == [])
  }
}

/// What a cancelled order means for payments and chefs, in the same transaction that would begin one.
struct CancellationTests {
  private let payments: PaymentStore
  private let offers: OfferStore
  private let database: SharedDatabase
  private let tracker: StatusTracker
  private let order = OrderReference(rawValue: "order-1")

  init() {
    database = SharedDatabase(inMemory: .app)
    payments = PaymentStore(database)
    offers = OfferStore(database)
    tracker = StatusTracker(store: StatusStore(database))
  }

  private func cancel(_ order: OrderReference) async throws {
    try await tracker.advance(order, to: .placed)
    try await tracker.advance(order, to: .cancelled)
  }

  private let refusal = FlowFailure(
    .orderCancelled,
    "order 'order-1' is cancelled",
    help: "place a new order"
  )

  @Test(arguments: PaymentPurpose.allCases)
  func `a cancelled order is not charged`(purpose: PaymentPurpose) async throws {
    try await cancel(order)
    await #expect(throws: refusal) { try await payments.create(intent(for: order, purpose)) }
    #expect(try await payments.history(of: order).intents == [])
    let other = OrderReference(rawValue: "order-2")
    #expect(try await payments.create(intent(for: other, purpose)) == .created)
  }

  @Test func `creating a payment that exists already returns the existing one`() async throws {
    let paid = try intent(for: order, .meal)
    #expect(try await payments.create(paid) == .created)
    try await cancel(order)
    #expect(try await payments.create(intent(for: order, .meal, id: "i2")) == .exists(paid))
  }

  @Test func `a cancelled order is offered to no chef, and keeps the one that it had`()
    async throws
  {
    let record = try await offers.put(.sample())
    let accepted = try await offers.end(record, as: .accepted(at: noon))
    try await cancel(order)
    #expect(try await offers.put(.sample()) == accepted)
    try await cancel(OrderReference(rawValue: "order-2"))
    await #expect(throws: FlowFailure(cancelledOrder: "order-2")) {
      try await offers.put(.sample(for: "order-2"))
    }
    #expect(try await offers.latestOffer(forOrder: "order-2") == nil)
  }

  @Test func `an offer of a cancelled order is not accepted, but declined or taken back`()
    async throws
  {
    let record = try await offers.put(.sample())
    try await cancel(order)
    await #expect(throws: refusal) { try await offers.end(record, as: .accepted(at: noon)) }
    #expect(try await offers.assignment(forOrder: "order-1") == nil)
    #expect(try await offers.end(record, as: .withdrawn).state == .withdrawn)
  }

  @Test func `cancelled orders are named until they are settled`() async throws {
    #expect(try await database.unsettledOrders() == [])
    try await cancel(order)
    #expect(try await database.unsettledOrders() == [order])
    try await database.markSettled(order)
    #expect(try await database.unsettledOrders() == [])
  }

  @Test func `a transaction of a cancelled task is done all the same`() async throws {
    let work = Task {
      // The task knows of it before it begins.
      withUnsafeCurrentTask { $0?.cancel() }
      try await cancel(order)
      return try await tracker.timeline(of: order).status
    }
    #expect(try await work.value == .cancelled)
  }

  private func intent(
    for order: OrderReference,
    _ purpose: PaymentPurpose,
    id: String = "i1"
  ) throws -> PaymentIntent {
    PaymentIntent(
      id: PaymentIntent.ID(rawValue: id),
      key: IdempotencyKey(rawValue: "key-\(id)"),
      reference: order,
      purpose: purpose,
      payee: nil,
      quote: try Quote(meal: eur(2350), fee: eur(290), tip: eur(0), taxBasisPoints: 700),
      card: Card(brand: .visa, lastFour: "4242"),
      createdAt: noon
    )
  }
}

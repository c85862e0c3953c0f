import ChefSourcing
import ChefSourcingStorage
import FlowKit
import PaymentsInterface
import PaymentsStorage
import Persistence
import ProgramTesting
import StatusUpdatesInterface
import StatusUpdatesStorage
import Testing

/// What a cancelled order means for payments and chefs, in the same transaction that would begin one.
struct CancellationTests {
  private let payments: SQLitePaymentStore
  private let offers: SQLiteOfferStore
  private let database: DatabaseFile
  private let timelines: SQLiteTimelineStore
  private let order = OrderReference(rawValue: "order-1")
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    database = try folder.open()
    payments = SQLitePaymentStore(database)
    offers = SQLiteOfferStore(database)
    timelines = SQLiteTimelineStore(database)
  }

  private func cancel(_ order: OrderReference) async throws {
    let placed = try Timeline(order: order, placedAt: noon)
    let cancelled = try placed.advanced(to: .cancelled, at: noon)
    for change in cancelled.changes {
      _ = try await timelines.append(change, to: order, messages: [])
    }
  }

  private let refusal = FlowFailure(
    .orderCancelled,
    "order 'order-1' is cancelled",
    help: "place a new order"
  )

  @Test(arguments: PaymentPurpose.allCases)
  func `a cancelled order is not charged`(purpose: PaymentPurpose) async throws {
    try await cancel(order)
    await #expect(throws: refusal) { try await payments.create(.sample("i1", purpose)) }
    #expect(try await payments.history(of: .order1).intents == [])
    let other = OrderReference(rawValue: "order-2")
    #expect(try await payments.create(.sample("i2", for: other, purpose)) == .created)
  }

  @Test func `what was paid before stands, and is named`() async throws {
    let paid = try await payments.createCaptured("i1")
    try await cancel(order)
    #expect(try await payments.create(.sample("i2")) == .exists(paid))
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
    #expect(try await database.unsettledOrders() == [.order1])
    try await database.markSettled(order)
    #expect(try await database.unsettledOrders() == [])
  }

  @Test func `a transaction of a cancelled task is done all the same`() async throws {
    let work = Task {
      // The task knows of it before it begins.
      withUnsafeCurrentTask { $0?.cancel() }
      try await cancel(order)
      return try await timelines.timeline(of: order)?.status
    }
    #expect(try await work.value == .cancelled)
  }
}

import ChefSourcing
import ChefSourcingStorage
import FlowKit
import PaymentsInterface
import PaymentsStorage
import Persistence
import StatusUpdatesInterface
import StatusUpdatesStorage
import Testing

/// What a cancelled order means for payments and chefs, in the same transaction that would begin one.
struct CancellationTests {
  private let payments: SQLitePaymentStore
  private let assignments: SQLiteAssignmentStore
  private let timelines: SQLiteTimelineStore
  private let order = OrderReference(rawValue: "order-1")
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let database = try folder.open()
    payments = SQLitePaymentStore(database)
    assignments = SQLiteAssignmentStore(database)
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

  @Test func `a cancelled order gets no chef, and keeps the one that it had`() async throws {
    let first = ChefAssignment.sample("mai")
    _ = try await assignments.save(first)
    try await cancel(order)
    #expect(try await assignments.save(first) == first)
    try await cancel(OrderReference(rawValue: "order-2"))
    let late = ChefAssignment(
      orderReference: "order-2",
      chefID: first.chefID,
      chefName: first.chefName,
      neighbourhood: first.neighbourhood,
      destination: first.destination,
      explanation: first.explanation,
      distance: first.distance,
      fee: first.fee,
      etaMinutes: first.etaMinutes,
      assignedAt: first.assignedAt
    )
    await #expect(throws: FlowFailure(cancelledOrder: "order-2")) {
      try await assignments.save(late)
    }
    #expect(try await assignments.assignment(forOrder: "order-2") == nil)
  }

  @Test func `cancelled orders are named until all that was taken is on its way back`()
    async throws
  {
    let paid = try await payments.createCaptured("i1")
    #expect(try await payments.unsettledCancellations() == [])
    try await cancel(order)
    #expect(try await payments.unsettledCancellations() == [.order1])
    _ = try await payments.create(.sample("r1", of: paid, 2000))
    #expect(try await payments.unsettledCancellations() == [.order1])
    _ = try await payments.create(.sample("r2", of: paid, 640))
    #expect(try await payments.unsettledCancellations() == [])
    let lost = RefundOutcome.failed(reason: "lost")
    _ = try await payments.record(lost, of: Refund.ID(rawValue: "r2"), booking: nil)
    #expect(try await payments.unsettledCancellations() == [.order1])
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

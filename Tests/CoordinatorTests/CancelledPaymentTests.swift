import FlowKit
import FlowTesting
import OrderProcessing
import Payments
import Persistence
import StatusUpdates
import Testing

@testable import cookr

/// A cancellation and a payment of the same order, in each order of their steps: nothing is kept for
/// a cancelled meal.
@Suite(.timeLimit(.minutes(10)))
struct CancelledPaymentTests {
  private let shop: Shop

  init() async throws {
    shop = try await Shop()
  }

  /// Starts to pay, and returns while the processor charges.
  private func startPaying(patience: Double = 0) async -> Task<FlowFailure.Code?, any Error> {
    await shop.processor.charging.close()
    let payment = Task { [shop] in
      try await failureCode { try await shop.pay(patience: patience) }
    }
    await shop.processor.charging.reached()
    return payment
  }

  private func expectAllBack() async throws {
    #expect(try await shop.status == .cancelled)
    #expect(try await shop.money == [Shop.price, -Shop.price])
    #expect(try await shop.booked == [Shop.price, -Shop.price])
    #expect(try await shop.start() == [])
  }

  @Test(arguments: ["card", "pay"])
  func `a payment cancelled while a question of it is open charges nothing`(
    question: String
  ) async throws {
    let presenter = GatedPresenter(Shop.payment, before: question)
    async let payment = failureCode { try await shop.pay(on: presenter) }
    await presenter.gate.reached()
    #expect(try await shop.cancel().status == .cancelled)
    await presenter.gate.open()
    #expect(try await payment == .orderCancelled)
    #expect(try await shop.money == [])
    #expect(try await shop.start() == [])
  }

  @Test func `a payment cancelled while the processor charges gives the money back itself`()
    async throws
  {
    let payment = await startPaying()
    let code = try await failureCode { try await shop.cancel() }
    #expect(code == .cancelledUnsettled)
    await shop.processor.charging.open()
    #expect(try await payment.value == .orderCancelled)
    try await expectAllBack()
  }

  @Test func `a cancellation waits for the payment as long as the app is patient`() async throws {
    let payment = await startPaying(patience: 50)
    async let cancelled = shop.cancel(patience: 50)
    await shop.processor.charging.open()
    #expect(try await cancelled.status == .cancelled)
    #expect([.orderCancelled, nil].contains(try await payment.value))
    try await expectAllBack()
  }

  @Test func `a cancellation asked to end does not wait for the payment`() async throws {
    let payment = await startPaying()
    let (lines, line) = AsyncStream<String>.makeStream()
    let app = try shop.process(patience: 100_000) { line.yield($0) }
    let work = Task { [shop] in
      try await failureCode {
        try await Coordinator(app, on: ScriptedPresenter(Shop.agreement)).cancel(shop.order)
      }
    }
    for await _ in lines { break }
    work.cancel()
    #expect(try await work.value == .cancelledUnsettled)
    await shop.processor.charging.open()
    #expect(try await payment.value == .orderCancelled)
    try await expectAllBack()
  }

  @Test func `a payment cancelled before its receipt is shown is given back once`() async throws {
    let presenter = GatedPresenter(Shop.payment, before: "receipt")
    async let payment = failureCode { try await shop.pay(on: presenter) }
    await presenter.gate.reached()
    _ = try await shop.cancel()
    await presenter.gate.open()
    #expect(try await payment == .orderCancelled)
    try await expectAllBack()
  }

  @Test func `a payment that two processes give back at once is given back once`() async throws {
    let payment = await startPaying()
    await shop.processor.refunding.close()
    try await failureCode { try await shop.cancel() }
    await shop.processor.charging.open()
    await shop.processor.refunding.reached()
    #expect(try await shop.start() == [])
    #expect(
      try await failureCode {
        try await Cancellation(app: try shop.process()).settle(shop.reference)
      } == .cancelledUnsettled
    )
    await shop.processor.refunding.open()
    #expect(try await payment.value == .orderCancelled)
    try await expectAllBack()
  }

  @Test func `the next start gives back a payment cancelled while the processor charged`()
    async throws
  {
    await shop.processor.charging.close()
    let app = try shop.process()
    // The payment's own process comes no further than this.
    async let payment = try app.payments.pay.start(
      app.paymentRequest(for: shop.order, .sample),
      on: ScriptedPresenter(Shop.payment)
    )
    await shop.processor.charging.reached()
    try await failureCode { try await shop.cancel() }
    await shop.processor.charging.open()
    _ = try await payment.get()
    #expect(try await shop.money == [Shop.price])
    #expect(
      try await shop.start() == ["order '7g4k2-qxm0p' is cancelled: '€28.80' was refunded"]
    )
    try await expectAllBack()
  }

  @Test func `any number of simultaneous starts give a payment back once`() async throws {
    try await shop.pay()
    let app = try shop.process()
    try await app.advance(shop.reference, to: .cancelled)
    _ = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { [shop] in try await shop.start() } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(try await shop.money == [Shop.price, -Shop.price])
  }

  @Test func `a payment backed out of during the charge of a cancelled order is given back`()
    async throws
  {
    let payment = await startPaying()
    try await failureCode { try await shop.cancel() }
    payment.cancel()
    await shop.processor.charging.open()
    #expect(try await payment.value == .orderCancelled)
    try await expectAllBack()
  }

  @Test func `backing out of paying a cancelled order does not report that it stands`() async throws
  {
    let presenter = GatedPresenter([], before: "card")
    let app = try shop.process()
    let journey = Journey(resuming: shop.order, assignment: .sample, receipt: nil)
    async let end = failureCode { try await Coordinator(app, on: presenter).run(journey) }
    await presenter.gate.reached()
    _ = try await shop.cancel()
    await presenter.gate.open()
    #expect(try await end == .orderCancelled)
  }
}

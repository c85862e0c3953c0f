import FlowKit
import FlowTesting
import Foundation
import OrderProcessing
import Payments
import Persistence
import StatusUpdates
import Testing

@testable import cookr

/// What a start finds of orders that nobody went on with.
@Suite(.timeLimit(.minutes(10)))
struct RecoveryTests {
  private let shop: Shop

  init() async throws {
    shop = try await Shop()
  }

  /// Starts the app when an order has waited too long for its payment.
  private func startLater() async throws -> [String] {
    let app = try shop.process(now: { SharedDatabase.now().addingTimeInterval(121 * 60) })
    return try await Recovery(app: app).run()
  }

  @Test func `an order that is not paid in time ends, and one that is paid does not`() async throws
  {
    #expect(try await shop.start() == [])
    let lines = ["order '7g4k2-qxm0p' was not paid within 2 hours and has ended"]
    #expect(try await startLater() == lines)
    #expect(try await shop.status == .cancelled)
    #expect(try await failureCode { try await shop.pay() } == .orderCancelled)
    #expect(try await shop.money == [])
  }

  @Test func `an order whose payment a kill kept from its kitchen is told to it`() async throws {
    let app = try shop.process()
    _ = try await app.payments.pay.start(
      app.paymentRequest(for: shop.order, .sample),
      on: ScriptedPresenter(Shop.payment)
    ).get()
    #expect(try await shop.status == .placed)
    #expect(try await startLater() == [])
    #expect(try await shop.status == .chefAssigned)
  }

  @Test func `an order that is being paid does not end`() async throws {
    await shop.processor.charging.close()
    async let payment = shop.pay()
    await shop.processor.charging.reached()
    #expect(try await startLater() == [])
    await shop.processor.charging.open()
    #expect(try await payment.capture.amount.minorUnits == Shop.price)
    #expect(try await shop.status == .chefAssigned)
  }
}

/// What a refund that the processor has not confirmed is called.
@Suite(.timeLimit(.minutes(10)))
struct RefundPageTests {
  @Test func `a pending refund is not called refunded`() async throws {
    let shop = try await Shop()
    try await shop.pay(upTo: .delivered)
    await shop.processor.refunding.close()
    let app = try shop.process()
    async let refund = try app.payments.refund.start(
      RefundRequest(reference: shop.reference),
      on: ScriptedPresenter(Shop.refund(of: "8.80"))
    )
    await shop.processor.refunding.reached()
    #expect(try await line(of: shop) == .field("Refund in progress", "€8.80", role: .warning))
    #expect(try await document(of: shop).contains(#""state":"pending""#))
    await shop.processor.refunding.open()
    _ = try await refund.get()
    #expect(try await line(of: shop) == .field("Refunded", "€8.80", role: .warning))
    #expect(try await document(of: shop).contains(#""state":"refunded""#))
  }

  private func receipt(of shop: Shop) async throws -> Receipt {
    let history = try await shop.process().paymentStore.history(of: shop.reference)
    return try #require(history.receipt(for: .meal))
  }

  private func line(of shop: Shop) async throws -> Page.Line? {
    try await receipt(of: shop).pageLines.last
  }

  private func document(of shop: Shop) async throws -> String {
    let document = try await receipt(of: shop).document
    return String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
  }
}

/// A cancellation, or a refund of all, and the kitchen, in each order of their steps: what is
/// delivered is paid, and what is given back is not delivered.
@Suite(.timeLimit(.minutes(10)))
struct CancelledKitchenTests {
  private let shop: Shop

  init() async throws {
    shop = try await Shop()
  }

  private func refund(_ amount: String) async throws -> Refund {
    let presenter = ScriptedPresenter(Shop.refund(of: amount))
    let request = RefundRequest(reference: shop.reference)
    return try await Coordinator(try shop.process(), on: presenter).refund(request)
  }

  @Test func `cancelled, the order is not cooked while its money is on its way back`()
    async throws
  {
    try await shop.pay(upTo: .cooking)
    await shop.processor.refunding.close()
    async let timeline = shop.cancel()
    await shop.processor.refunding.reached()
    #expect(try await shop.follow() == .cancelled)
    await shop.processor.refunding.open()
    #expect(try await timeline.status == .cancelled)
    #expect(try await shop.money == [Shop.price, -Shop.price])
  }

  @Test func `a cancellation asked to end during the refund still cancels`() async throws {
    try await shop.pay(upTo: .chefAssigned)
    await shop.processor.refunding.close()
    let cancellation = Task { try await shop.cancel() }
    await shop.processor.refunding.reached()
    cancellation.cancel()
    await shop.processor.refunding.open()
    #expect(try await cancellation.value.status == .cancelled)
    #expect(try await shop.booked == [Shop.price, -Shop.price])
  }

  @Test func `long after its delivery a meal is not refunded by its customer alone`() async throws {
    try await shop.pay(upTo: .delivered)
    let later = try shop.process(now: { SharedDatabase.now().addingTimeInterval(31 * 60) })
    let request = RefundRequest(reference: shop.reference)
    let coordinator = Coordinator(later, on: ScriptedPresenter([]))
    #expect(try await failureCode { try await coordinator.refund(request) } == .notPossible)
    #expect(try await shop.money == [Shop.price])
  }

  @Test(arguments: [Status.onItsWay, .delivered])
  func `a meal that has left the kitchen can be refunded, and arrives`(
    status: Status
  ) async throws {
    try await shop.pay(upTo: status)
    _ = try await refund("28.80")
    #expect(try await shop.status == status)
    #expect(try await shop.follow() == .delivered)
    #expect(try await shop.money == [Shop.price, -Shop.price])
  }
}

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

  @Test func `an order that is not paid in time ends, and one that is paid does not`() async throws
  {
    let later: @Sendable () -> Date = { SharedDatabase.now().addingTimeInterval(121 * 60) }
    #expect(try await shop.start() == [])
    #expect(
      try await Recovery(app: shop.process(now: later)).run()
        == ["order '7g4k2-qxm0p' was not paid within 2 hours and has ended"]
    )
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
    let later: @Sendable () -> Date = { SharedDatabase.now().addingTimeInterval(121 * 60) }
    #expect(try await Recovery(app: shop.process(now: later)).run() == [])
    #expect(try await shop.status == .chefAssigned)
  }

  @Test func `an order that is being paid does not end`() async throws {
    await shop.processor.charging.close()
    async let payment = shop.pay()
    await shop.processor.charging.reached()
    let later: @Sendable () -> Date = { SharedDatabase.now().addingTimeInterval(121 * 60) }
    #expect(try await Recovery(app: shop.process(now: later)).run() == [])
    await shop.processor.charging.open()
    #expect(try await payment.capture.amount.minorUnits == Shop.price)
    #expect(try await shop.status == .chefAssigned)
  }
}

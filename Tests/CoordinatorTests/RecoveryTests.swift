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

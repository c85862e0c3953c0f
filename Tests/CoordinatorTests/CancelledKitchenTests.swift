import FlowKit
import FlowTesting
import Foundation
import OrderProcessing
import Payments
import Persistence
import StatusUpdates
import Testing

@testable import cookr

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

  @Test func `who is asked to end while the processor gives back still cancels`() async throws {
    try await shop.pay(upTo: .chefAssigned)
    await shop.processor.refunding.close()
    let cancellation = Task { try await shop.cancel() }
    await shop.processor.refunding.reached()
    cancellation.cancel()
    await shop.processor.refunding.open()
    #expect(try await cancellation.value.status == .cancelled)
    #expect(try await shop.booked == [Shop.price, -Shop.price])
  }

  @Test(arguments: [Status.chefAssigned, .cooking])
  func `a meal that has not left the kitchen is cancelled and not refunded`(
    status: Status
  ) async throws {
    try await shop.pay(upTo: status)
    #expect(try await failureCode { try await refund("8.80") } == .notPossible)
    #expect(try await shop.money == [Shop.price])
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

  @Test(arguments: [Status.onItsWay, .delivered])
  func `nothing goes back of an order that is too late to cancel`(status: Status) async throws {
    try await shop.pay(upTo: status)
    #expect(try await failureCode { try await shop.cancel() } == .notPossible)
    #expect(try await shop.money == [Shop.price])
    #expect(try await shop.start() == [])
  }
}

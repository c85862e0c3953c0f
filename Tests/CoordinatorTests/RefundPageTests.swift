import FlowKit
import FlowTesting
import Foundation
import OrderProcessing
import Payments
import Persistence
import StatusUpdates
import Testing

@testable import cookr

/// What a refund that the processor has not confirmed is called.
@Suite(.timeLimit(.minutes(10)))
struct RefundPageTests {
  @Test func `what is on its way back is not called given back`() async throws {
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

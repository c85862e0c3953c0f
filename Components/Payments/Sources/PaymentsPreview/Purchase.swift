import FlowKit
import Payments
import PaymentsInterface

/// An order from its payment to its receipts: pay, tip, refund, receipt.
struct Purchase: LinkedFlow, SequentialFlow {
  typealias Parameters = OrderReference
  typealias Output = [Receipt]

  static let linkName = "pay"
  static let linkExamples = ["pay/ORDER"]

  let flows: PaymentFlows

  func parameters(for link: FlowLink) throws -> OrderReference {
    try link.expect(pathCount: 1...1, queryNames: [])
    return OrderReference(rawValue: link.path.joined())
  }

  func run(_ order: OrderReference, on presenter: any Presenter) async throws -> [Receipt] {
    let request = PaymentRequest(
      reference: order,
      meal: Money(minorUnits: 2350, currency: .eur),
      fee: Money(minorUnits: 290, currency: .eur),
      taxBasisPoints: 700
    )
    _ = try await flows.pay.run(request, on: presenter)
    _ = try await flows.tip.run(TipRequest(reference: order, payee: "Mai"), on: presenter)
    _ = try await flows.refund.run(RefundRequest(reference: order), on: presenter)
    return try await flows.receipt.run(order, on: presenter)
  }
}

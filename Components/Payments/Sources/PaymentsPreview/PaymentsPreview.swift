import FlowConsole
import FlowKit
import Payments
import TerminalPresenter

/// Runs the component's flows alone, one after another, on memory that is gone afterwards.
@main
struct PaymentsPreview {
  static func main() async {
    await Preview("pay/preview-1", describe: summary) {
      Purchase(
        flows: try PaymentFlows(store: .inMemory(), processor: .inMemory())
      )
    }.runInTerminal()
  }

  @Sendable private static func summary(of receipts: [Receipt]) -> String {
    receipts.map { receipt in
      let refunded = receipt.refunds.map { ", refunded \($0.amount)" }.joined()
      return "\(receipt.intent.purpose.rawValue): \(receipt.capture.amount)\(refunded)"
    }.joined(separator: "; ")
  }
}

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

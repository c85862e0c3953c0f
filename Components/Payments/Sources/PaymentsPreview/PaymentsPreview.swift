import FlowConsole
import FlowKit
import Payments
import PaymentsInterface
import TerminalPresenter

/// Runs the component's flows alone, one after another, on memory that is gone afterwards.
@main
struct PaymentsPreview {
  static func main() async {
    await Preview("pay/preview-1", describe: summary) {
      Purchase(
        flows: try PaymentFlows(store: InMemoryPaymentStore(), processor: InMemoryProcessorStore())
      )
    }.runInTerminal()
  }

  @Sendable private static func summary(of receipts: [Receipt]) -> String {
    receipts.map { receipt in
      let refunded = receipt.refunds.map { ", refunded \($0.amount)" }.joined()
      return "\(receipt.purpose.rawValue): \(receipt.capture.amount)\(refunded)"
    }.joined(separator: "; ")
  }
}

import FlowConsole
import FlowKit
import Foundation
import Payments
import TerminalPresenter

/// Runs the component's flows alone, on memory that is gone afterwards: pay, refund, tip, receipt.
@main
struct PaymentsPreview {
  static func main() async throws {
    let terminal = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
    let presenter = terminal.makePresenter() ?? LinePresenter.standard
    try await Interruption.scope { try await run(on: presenter) }
  }

  private static func run(on presenter: any Presenter) async throws {
    let flows = try PaymentFlows(store: InMemoryPaymentStore(), processor: InMemoryProcessorStore())
    let order = OrderReference(rawValue: "preview-1")
    let request = PaymentRequest(
      reference: order,
      meal: Money(minorUnits: 2350, currency: .eur),
      delivery: Money(minorUnits: 290, currency: .eur),
      taxBasisPoints: 700
    )
    print("— pay")
    let paid = await flows.pay.start(request, on: presenter)
    report(paid)
    guard case .completed = paid else { return }
    print("\n— tip")
    report(await flows.tip.start(TipRequest(reference: order, payee: "Mai"), on: presenter))
    print("\n— refund")
    report(await flows.refund.start(RefundRequest(reference: order), on: presenter))
    print("\n— receipt")
    report(await flows.receipt.start(order, on: presenter))
  }

  private static func report<Output>(_ result: FlowResult<Output>) {
    switch result {
    case .completed: print("The flow completed.")
    case .cancelled: print("The flow was cancelled.")
    case .failed(let failure): print("The flow failed: \(failure)")
    }
  }
}

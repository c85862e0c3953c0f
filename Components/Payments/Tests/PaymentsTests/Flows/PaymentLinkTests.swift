import FlowKit
import Testing

@testable import Payments

struct PaymentLinkTests {
  private let refund = RefundFlow(cashier: Till().cashier)
  private let receipt = ReceiptFlow(store: .inMemory())
  private let tip = TipFlow(checkout: Till().checkout)

  private func rest(_ text: String) throws -> FlowLink {
    try DeepLink("cookr://\(text)", scheme: "cookr").rest
  }

  @Test func `each flow reads what follows its own name`() throws {
    let order = OrderReference(rawValue: "o1")
    let refundRequest = RefundRequest(reference: order, amount: "5.00")
    #expect(try refund.parameters(for: rest("refund/o1?amount=5.00")) == refundRequest)
    #expect(try receipt.parameters(for: rest("receipt/o1")) == order)
    let tipRequest = TipRequest(reference: order, payee: nil)
    #expect(try tip.parameters(for: rest("tip/o1")) == tipRequest)
  }

  @Test(
    arguments: [
      "refund", "refund/o1/o2", "refund/o1?all=yes", "receipt", "receipt/o1?amount=5", "tip",
      "tip/o1?payee=Mallory", "tip/o1/Mallory",
    ]
  )
  func `another link leads nowhere`(text: String) throws {
    let link = try DeepLink("cookr://\(text)", scheme: "cookr")
    let failure = #expect(throws: FlowFailure.self) {
      switch link.name {
      case RefundFlow.linkName: _ = try refund.parameters(for: link.rest)
      case ReceiptFlow.linkName: _ = try receipt.parameters(for: link.rest)
      default: _ = try tip.parameters(for: link.rest)
      }
    }
    #expect(failure?.code == .unknownLink)
  }

  @Test func `each example leads to its flow`() throws {
    for example in RefundFlow.linkExamples { _ = try refund.parameters(for: rest(example)) }
    for example in ReceiptFlow.linkExamples { _ = try receipt.parameters(for: rest(example)) }
    for example in TipFlow.linkExamples { _ = try tip.parameters(for: rest(example)) }
  }
}

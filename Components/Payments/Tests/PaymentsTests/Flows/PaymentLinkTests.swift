import FlowKit
import Testing

@testable import Payments

struct PaymentLinkTests {
  private let cashier = Till().cashier

  private func rest(_ text: String) throws -> FlowLink {
    try DeepLink("cookr://\(text)", scheme: "cookr").rest
  }

  @Test func `each flow reads what follows its own name`() throws {
    let tip = TipFlow(cashier: cashier, methods: [])
    #expect(
      try RefundFlow(cashier: cashier).parameters(for: rest("refund/o1?amount=5.00"))
        == RefundRequest(reference: OrderReference(rawValue: "o1"), amount: "5.00")
    )
    #expect(
      try ReceiptFlow(cashier: cashier).parameters(for: rest("receipt/o1"))
        == OrderReference(rawValue: "o1")
    )
    #expect(
      try tip.parameters(for: rest("tip/o1"))
        == TipRequest(reference: OrderReference(rawValue: "o1"), payee: nil)
    )
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
      case RefundFlow.linkName: _ = try RefundFlow(cashier: cashier).parameters(for: link.rest)
      case ReceiptFlow.linkName: _ = try ReceiptFlow(cashier: cashier).parameters(for: link.rest)
      default: _ = try TipFlow(cashier: cashier, methods: []).parameters(for: link.rest)
      }
    }
    #expect(failure?.code == .unknownLink)
  }

  @Test func `each example leads to its flow`() throws {
    for example in RefundFlow.linkExamples {
      _ = try RefundFlow(cashier: cashier).parameters(for: rest(example))
    }
    for example in ReceiptFlow.linkExamples {
      _ = try ReceiptFlow(cashier: cashier).parameters(for: rest(example))
    }
    for example in TipFlow.linkExamples {
      _ = try TipFlow(cashier: cashier, methods: []).parameters(for: rest(example))
    }
  }
}

import FlowKit
import FlowTesting
import Testing

@testable import Payments

@Suite(.timeLimit(.minutes(1)))
struct PaymentFlowsTests {
  @Test func `the component wires itself`() async throws {
    let flows = try PaymentFlows(
      store: .inMemory(),
      processor: .inMemory()
    )
    #expect(try await flows.recover() == [])
    let receipt = try await flows.pay.start(
      request,
      on: ScriptedPresenter([
        ScriptedAnswer("card", .choice("server-error")),
        ScriptedAnswer("pay", .confirmed(true)),
      ])
    ).get()
    let receipts = await flows.receipt.start(order, on: ScriptedPresenter([]))
    #expect(receipts == .completed([receipt]))
  }

  @Test func `a delay that is empty is none`() throws {
    _ = try PaymentFlows(
      store: .inMemory(),
      processor: .inMemory(),
      environment: ["COOKR_SANDBOX_DELAY": " "]
    )
  }

  @Test(arguments: ["soon", "-1", "61", "nan"])
  func `a delay that makes no sense is refused`(text: String) {
    let failure = FlowFailure(
      .invalidSetting,
      "invalid COOKR_SANDBOX_DELAY '\(text)', expected 0 to 60 seconds"
    )
    #expect(throws: failure) {
      try PaymentFlows(
        store: .inMemory(),
        processor: .inMemory(),
        environment: ["COOKR_SANDBOX_DELAY": text]
      )
    }
  }
}

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

@Suite(.timeLimit(.minutes(1)))
struct ReceiptFlowTests {
  @Test(arguments: FlowRule.allCases)
  func `the receipt flow keeps the contract`(rule: FlowRule) async throws {
    let till = try await Till.paid()
    let contract = FlowContract(
      parameters: order,
      answers: [],
      badParameters: [
        OrderReference(rawValue: ""), OrderReference(rawValue: "a\u{7}b"),
        OrderReference(rawValue: String(repeating: "x", count: 129)),
      ]
    ) {
      ReceiptFlow(store: try till.copy().store)
    }
    try await contract.verify(rule)
  }

  @Test func `it shows the meal's receipt, its refunds, and the tip's receipt`() async throws {
    let till = try await Till.paid()
    let meal = try #require(try await till.cashier.receipt(for: order, .meal))
    _ = try await till.cashier.refund(eur(100), of: meal)
    _ = try await till.cashier.pay(
      try quote(meal: 0, fee: 0, tip: 200),
      for: order,
      .tip,
      payee: "Mai",
      with: SandboxCard.success.method
    )
    let presenter = ScriptedPresenter([])
    let receipts = try await ReceiptFlow(store: till.store).start(order, on: presenter).get()
    #expect(receipts.map(\.intent.purpose) == [.meal, .tip])
    #expect(presenter.pages.map(\.title) == ["Receipt", "Receipt for a tip"])
    #expect(presenter.pages[0].lines.last == .field("Refunded", "€1.00", role: .warning))
    #expect(
      presenter.pages[1].lines.prefix(2) == [.field("Order", "order-1"), .field("For", "Mai")]
    )
  }

  @Test func `without a payment there is none, and a pending one is told apart`() async throws {
    let till = Till()
    let flow = ReceiptFlow(store: till.store)
    let unpaid = FlowFailure(.paymentsNotPaid, "nothing was paid for order 'order-1'")
    #expect(await flow.start(order, on: ScriptedPresenter([])) == .failed(unpaid))
    _ = try await till.store.create(try intent("i1"))
    #expect(
      try await failureCode {
        try await flow.start(order, on: ScriptedPresenter([])).get()
      } == .paymentsPending
    )
  }
}

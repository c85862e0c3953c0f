import FlowKit
import FlowTesting
import Testing

@testable import Payments

@Suite(.timeLimit(.minutes(1)))
struct RefundFlowTests {
  private static let script = [
    ScriptedAnswer("amount", .text("5")), ScriptedAnswer("refund", .confirmed(true)),
  ]

  private let request = RefundRequest(reference: order)

  @Test(arguments: FlowRule.allCases)
  func `the refund flow keeps the contract`(rule: FlowRule) async throws {
    let till = try await Till.paid()
    let contract = FlowContract(
      parameters: request,
      answers: Self.script,
      badParameters: [
        RefundRequest(reference: OrderReference(rawValue: "")),
        RefundRequest(reference: order, amount: ""),
        RefundRequest(reference: order, amount: "all"),
        RefundRequest(reference: order, amount: "26.41"),
      ],
      committedFrom: "refunded"
    ) {
      RefundFlow(cashier: try till.copy().cashier)
    }
    try await contract.verify(rule)
  }

  @Test func `all that is left is suggested, and goes back to the card`() async throws {
    let till = try await Till.paid()
    let flow = RefundFlow(cashier: till.cashier)
    _ = try await flow.start(request, on: ScriptedPresenter(Self.script)).get()
    let presenter = ScriptedPresenter([
      ScriptedAnswer("amount", .text("21.40")), ScriptedAnswer("refund", .confirmed(true)),
    ])
    let refund = try await flow.start(request, on: presenter).get()
    #expect(refund.amount == eur(2140))
    #expect(presenter.prompts[0].kind == .text(suggested: "21.40"))
    #expect(presenter.prompts[0].detail == "€21.40 is left of €26.40")
    #expect(
      presenter.pages == [
        Page(
          title: "Refunded",
          lines: [
            .field("Order", "order-1"),
            .field("Amount", "€21.40", role: .success),
            .field("To", "Visa •••• 4242"),
          ]
        )
      ]
    )
    let nothingLeft = FlowFailure(
      .paymentsExceeded,
      "nothing is left to refund of order 'order-1'"
    )
    #expect(await flow.start(request, on: ScriptedPresenter([])) == .failed(nothingLeft))
  }

  @Test func `what is on its way back is not given back yet`() async throws {
    let till = try await Till.paid()
    let receipt = try #require(try await till.cashier.receipt(for: order, .meal))
    let silent = till.silent()
    try await failureCode { try await silent.cashier.refund(eur(2640), of: receipt) }
    let pending = FlowFailure(
      .paymentsPending,
      "the refund of '€26.40' for order 'order-1' is pending: the payment processor has not "
        + "reported its result",
      help: "try again later; the result is looked up, and nothing is charged or refunded twice"
    )
    let result = await RefundFlow(cashier: silent.cashier)
      .start(request, on: ScriptedPresenter([]))
    #expect(result == .failed(pending))
  }

  @Test func `the amount of a link is suggested`() async throws {
    let till = try await Till.paid()
    let flow = RefundFlow(cashier: till.cashier)
    let link = try DeepLink("cookr://refund/order-1?amount=12.5", scheme: "cookr")
    let presenter = ScriptedPresenter([
      ScriptedAnswer("amount", .text("12.50")), ScriptedAnswer("refund", .confirmed(false)),
    ])
    let result = await flow.start(try flow.parameters(for: link.rest), on: presenter)
    #expect(result == .cancelled)
    #expect(presenter.prompts[0].kind == .text(suggested: "12.50"))
    #expect(try await till.refunds.isEmpty)
  }

  @Test(arguments: ["0", "26.41"])
  func `an amount out of range is refused`(text: String) async throws {
    let range = "out of range, expected more than 0 and at most '26.40'"
    try await expectRefusal(of: text, "amount '\(text)' is \(range)")
  }

  @Test(arguments: [
    "-1", "1.005", "1,50", "1.", ".5", "1.2.3", "€5", "٥", "1000000000000000000",
  ])
  func `what is no amount is refused`(text: String) async throws {
    try await expectRefusal(of: text, "'\(text)' is not an amount in EUR")
  }

  private func expectRefusal(of text: String, _ message: String) async throws {
    let flow = RefundFlow(cashier: try await Till.paid().cashier)
    let presenter = ScriptedPresenter([ScriptedAnswer("amount", .text(text))])
    let failure = await #expect(throws: FlowFailure.self) {
      try await flow.start(request, on: presenter).get()
    }
    #expect(failure?.code == .invalidAnswer)
    #expect(failure?.message == message)
  }

  @Test func `an order that was not paid has no refund`() async throws {
    let flow = RefundFlow(cashier: Till().cashier)
    let failure = FlowFailure(.paymentsNotPaid, "nothing was paid for order 'order-1'")
    #expect(await flow.start(request, on: ScriptedPresenter([])) == .failed(failure))
  }
}

@Suite(.timeLimit(.minutes(1)))
struct TipFlowTests {
  private static let script = [
    ScriptedAnswer("tip", .choice("10")),
    ScriptedAnswer("card", .choice("success")),
    ScriptedAnswer("pay", .confirmed(true)),
  ]

  private let request = TipRequest(reference: order, payee: "Mai")

  private func flow(_ till: Till) -> TipFlow {
    TipFlow(checkout: till.checkout)
  }

  @Test(arguments: FlowRule.allCases)
  func `the tip flow keeps the contract`(rule: FlowRule) async throws {
    let till = try await Till.paid()
    let contract = FlowContract(
      parameters: request,
      answers: Self.script,
      badParameters: [
        TipRequest(reference: OrderReference(rawValue: ""), payee: nil),
        TipRequest(reference: order, payee: ""),
        TipRequest(reference: order, payee: "Mai\u{1B}[2J"),
      ],
      committedFrom: "receipt"
    ) {
      flow(try till.copy())
    }
    try await contract.verify(rule)
  }

  @Test func `a tip is a payment of its own, all for its payee`() async throws {
    let till = try await Till.paid()
    let presenter = ScriptedPresenter(Self.script)
    let receipt = try await flow(till).start(request, on: presenter).get()
    #expect(receipt?.intent.payee == "Mai")
    #expect(receipt?.intent.purpose == .tip)
    #expect(receipt?.capture.amount == eur(235))
    #expect(presenter.prompts.map(\.key) == ["tip", "card", "pay", "receipt"])
    #expect(
      try await till.balances() == [
        .processor: 2875, .chef: -2196, .fee: -271, .tips: -235, .tax: -173,
      ]
    )
  }

  @Test(arguments: [
    (Currency.eur, ["€1.18", "€2.35", "€3.52"]), (.jpy, ["¥118", "¥235", "¥352"]),
  ])
  func `a tip is a part of the meal, in the currency of the order`(
    currency: Currency,
    amounts: [String]
  ) async throws {
    let till = Till()
    let quote = try Quote(
      meal: Money(minorUnits: 2350, currency: currency),
      fee: .zero(currency),
      tip: .zero(currency),
      taxBasisPoints: 700
    )
    let method = SandboxCard.success.method
    _ = try await till.cashier.pay(quote, for: order, .meal, with: method)
    let presenter = ScriptedPresenter(Self.script)
    let receipt = try await flow(till).start(request, on: presenter).get()
    #expect(receipt?.capture.amount.currency == currency)
    guard case .chooseOne(let choices, _) = presenter.prompts[0].kind else {
      Issue.record("the tip is asked for as \(presenter.prompts[0].kind)")
      return
    }
    #expect(choices.map(\.id) == ["none", "5", "10", "15"])
    #expect(choices.dropFirst().map(\.label) == amounts)
  }

  @Test func `no tip is an answer too`() async throws {
    let till = try await Till.paid()
    let presenter = ScriptedPresenter([ScriptedAnswer("tip", .choice("none"))])
    #expect(await flow(till).start(request, on: presenter) == .completed(nil))
    #expect(try await till.charges.count == 1)
  }

  @Test func `a tip is given once`() async throws {
    let till = try await Till.paid()
    let first = await flow(till).start(request, on: ScriptedPresenter(Self.script))
    let presenter = ScriptedPresenter([])
    #expect(await flow(till).start(request, on: presenter) == first)
    #expect(presenter.pages.map(\.title) == ["A tip was already given"])
    #expect(try await till.charges.count == 2)
  }

  @Test func `an order that was not paid takes no tip`() async throws {
    let presenter = ScriptedPresenter([])
    let failure = FlowFailure(.paymentsNotPaid, "nothing was paid for order 'order-1'")
    #expect(await flow(Till()).start(request, on: presenter) == .failed(failure))
  }
}

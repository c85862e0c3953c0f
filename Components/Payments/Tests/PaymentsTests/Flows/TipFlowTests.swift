import FlowKit
import FlowTesting
@testable import Payments
import PaymentsInterface
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TipFlowTests {
  private static let script = [
    ScriptedAnswer("tip-amount", .choice("2.00")),
    ScriptedAnswer("card", .choice("success")),
    ScriptedAnswer("pay", .confirmed(true)),
  ]

  private let request = TipRequest(reference: order, payee: "Mai")

  private func flow(_ till: Till) -> TipFlow {
    TipFlow(cashier: till.cashier, methods: SandboxCard.allCases.map(\.method))
  }

  private func paidTill() async throws -> Till {
    let till = Till()
    _ = try await till.cashier.pay(
      try quote(),
      for: order,
      .meal,
      with: SandboxCard.success.method
    )
    return till
  }

  @Test(arguments: FlowRule.allCases)
  func `the tip flow keeps the contract`(rule: FlowRule) async throws {
    let till = try await paidTill()
    let contract = FlowContract(
      parameters: request,
      answers: Self.script,
      badParameters: [
        TipRequest(reference: OrderReference(rawValue: ""), payee: nil),
        TipRequest(reference: order, payee: ""),
        TipRequest(reference: order, payee: "Mai\u{1B}[2J"),
        TipRequest(reference: order, payee: nil, suggestions: [eur(1), eur(1)]),
        TipRequest(reference: order, payee: nil, suggestions: [eur(0)]),
        TipRequest(reference: order, payee: nil, suggestions: [eur(-1)]),
      ],
      committedFrom: "receipt"
    ) {
      flow(till.copy())
    }
    try await contract.verify(rule)
  }

  @Test func `a tip is a payment of its own, all for its payee`() async throws {
    let till = try await paidTill()
    let presenter = ScriptedPresenter(Self.script)
    let receipt = try await flow(till).start(request, on: presenter).get()
    #expect(receipt?.payee == "Mai")
    #expect(receipt?.purpose == .tip)
    #expect(receipt?.capture.amount == eur(200))
    #expect(presenter.prompts.map(\.key) == ["tip-amount", "card", "pay", "receipt"])
    #expect(
      try await till.balances() == [
        .processor: 2840, .chef: -2196, .delivery: -271, .tips: -200, .tax: -173,
      ]
    )
  }

  @Test(arguments: [
    ("2", 200), ("2.0", 200), ("2.00", 200), ("2.5", 250), ("2.50", 250), ("10", 1000),
  ])
  func `an amount is understood however it is written`(text: String, amount: Int64) async throws {
    let request = TipRequest(
      reference: order,
      payee: "Mai",
      suggestions: [eur(200), eur(250), eur(1000)]
    )
    let script = [ScriptedAnswer("tip-amount", .choice(text))] + Self.script.dropFirst()
    let receipt = try await flow(try await paidTill())
      .start(request, on: ScriptedPresenter(script)).get()
    #expect(receipt?.capture.amount == eur(amount))
  }

  @Test(arguments: [
    (Currency.eur, ["1.00", "2.00", "5.00"]), (.gbp, ["1.00", "2.00", "5.00"]),
    (.jpy, ["100", "200", "500"]),
  ])
  func `a tip is in the currency of the order`(
    currency: Currency,
    amounts: [String]
  ) async throws {
    let till = Till()
    let quote = try Quote(
      meal: Money(minorUnits: 2350, currency: currency),
      delivery: .zero(currency),
      tip: .zero(currency),
      taxBasisPoints: 700
    )
    let method = SandboxCard.success.method
    _ = try await till.cashier.pay(quote, for: order, .meal, with: method)
    let script = [ScriptedAnswer("tip-amount", .choice(amounts[1]))] + Self.script.dropFirst()
    let presenter = ScriptedPresenter(script)
    let receipt = try await flow(till).start(request, on: presenter).get()
    #expect(receipt?.capture.amount.currency == currency)
    guard case .chooseOne(let choices, _) = presenter.prompts[0].kind else {
      Issue.record("the tip is asked for as \(presenter.prompts[0].kind)")
      return
    }
    #expect(choices.map(\.id) == ["none"] + amounts)
  }

  @Test func `no tip is an answer too`() async throws {
    let till = try await paidTill()
    let presenter = ScriptedPresenter([ScriptedAnswer("tip-amount", .choice("none"))])
    #expect(await flow(till).start(request, on: presenter) == .completed(nil))
    #expect(till.processor.charges.count == 1)
  }

  @Test func `a tip is given once`() async throws {
    let till = try await paidTill()
    let first = await flow(till).start(request, on: ScriptedPresenter(Self.script))
    let presenter = ScriptedPresenter([])
    #expect(await flow(till).start(request, on: presenter) == first)
    #expect(presenter.pages.map(\.title) == ["A tip was given already"])
    #expect(till.processor.charges.count == 2)
  }

  @Test func `an order that was not paid takes no tip`() async throws {
    let presenter = ScriptedPresenter([])
    let failure = FlowFailure(.paymentsNotPaid, "nothing was paid for order 'order-1'")
    #expect(await flow(Till()).start(request, on: presenter) == .failed(failure))
  }
}

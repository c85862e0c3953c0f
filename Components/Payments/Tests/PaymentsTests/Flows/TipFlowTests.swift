import FlowKit
import FlowTesting
import Testing

@testable import Payments

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

import FlowKit
import FlowTesting
import Testing

@testable import Payments

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

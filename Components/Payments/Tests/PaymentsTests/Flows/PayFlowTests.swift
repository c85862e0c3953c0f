import FlowKit
import FlowTesting
import Testing

@testable import Payments

@Suite(.timeLimit(.minutes(1)))
struct PayFlowTests {
  private static let script = [
    ScriptedAnswer("card", .choice("success")),
    ScriptedAnswer("pay", .confirmed(true)),
  ]

  private func flow(_ till: Till) -> PayFlow {
    PayFlow(checkout: till.checkout)
  }

  @Test(arguments: FlowRule.allCases)
  func `the pay flow keeps the contract`(rule: FlowRule) async throws {
    let contract = FlowContract(
      parameters: request,
      answers: Self.script,
      badParameters: [
        ("", 1, 0), ("two words", 1, 0), ("A-17", 0, 0), ("A-17", -1, 5), ("A-17", .max, 1),
      ].map { (reference: String, meal: Int64, fee: Int64) in
        PaymentRequest(
          reference: OrderReference(rawValue: reference),
          meal: eur(meal),
          fee: eur(fee),
          taxBasisPoints: 700
        )
      },
      committedFrom: "receipt"
    ) {
      flow(Till())
    }
    try await contract.verify(rule)
  }

  @Test func `it quotes, charges and shows the receipt`() async throws {
    let till = Till()
    let presenter = ScriptedPresenter(Self.script)
    let receipt = try await flow(till).start(request, on: presenter).get()
    #expect(receipt.intent.quote == (try quote()))
    #expect(presenter.prompts.map(\.key) == ["quote", "card", "pay", "receipt"])
    #expect(
      presenter.pages == [
        Page(
          title: "To pay",
          lines: [
            .field("Meal", "€23.50"),
            .field("Chef's fee", "€2.90"),
            .field("Total", "€26.40", role: .strong),
            .field("of which tax (7 %)", "€1.73", role: .muted),
          ]
        ),
        Page(
          title: "Receipt",
          lines: [
            .field("Order", "order-1"),
            .field("Meal", "€23.50"),
            .field("Chef's fee", "€2.90"),
            .field("Total", "€26.40", role: .strong),
            .field("of which tax (7 %)", "€1.73", role: .muted),
            .gap,
            .field("Paid by", "Visa •••• 4242", role: .success),
            .field("Charge", "ch_id-3", role: .muted),
          ]
        ),
      ]
    )
  }

  @Test func `saying no to the payment cancels and charges nothing`() async throws {
    let till = Till()
    let presenter = ScriptedPresenter([
      ScriptedAnswer("card", .choice("success")),
      ScriptedAnswer("pay", .confirmed(false)),
    ])
    #expect(await flow(till).start(request, on: presenter) == .cancelled)
    #expect(try await till.outcomes() == [])
  }

  @Test func `a paid order is answered with its receipt, and nothing is asked`() async throws {
    let till = Till()
    let first = await flow(till).start(request, on: ScriptedPresenter(Self.script))
    let presenter = ScriptedPresenter([])
    #expect(await flow(till).start(request, on: presenter) == first)
    #expect(presenter.pages.map(\.title) == ["This order is already paid"])
    #expect(try await till.charges.count == 1)
  }

  @Test func `after a decline another card may be tried`() async throws {
    let till = Till()
    let presenter = ScriptedPresenter([
      ScriptedAnswer("card", .choice("declined")),
      ScriptedAnswer("pay", .confirmed(true)),
      ScriptedAnswer("another-card", .choice("yes")),
      ScriptedAnswer("card", .choice("timeout-after")),
      ScriptedAnswer("pay", .confirmed(true)),
    ])
    let receipt = try await flow(till).start(request, on: presenter).get()
    #expect(receipt.intent.card == SandboxCard.timeoutAfter.method.card)
    #expect(try await till.outcomes() == ["declined", "captured"])
  }

  private static let declined = FlowFailure(
    .paymentsDeclined,
    "the card 'Visa •••• 9995' was declined: insufficient funds; nothing was charged",
    help: "pay with another card"
  )

  @Test(arguments: [["no"], [], ["yes", "yes", "yes"]])
  func `a decline is the answer when no other card is left, wanted or asked about`(
    answers: [String]
  ) async throws {
    let till = Till()
    let attempt = [
      ScriptedAnswer("card", .choice("declined")), ScriptedAnswer("pay", .confirmed(true)),
    ]
    var script = attempt
    for answer in answers {
      script.append(ScriptedAnswer("another-card", .choice(answer)))
      if answer == "yes" { script += attempt }
    }
    let presenter = ScriptedPresenter(script)
    #expect(await flow(till).start(request, on: presenter) == .failed(Self.declined))
    #expect(presenter.remaining == [])
    #expect(
      try await till.outcomes()
        == Array(repeating: "declined", count: 1 + answers.filter { $0 == "yes" }.count)
    )
  }

  @Test(
    arguments: [
      (SandboxCard.timeoutBefore, "the payment processor did not answer in time"),
      (.unreachable, "the payment processor cannot be reached"),
    ]
  )
  func `a processor that charges nothing fails the flow in words`(
    card: SandboxCard,
    reason: String
  ) async throws {
    let presenter = ScriptedPresenter([
      ScriptedAnswer("card", .choice(card.rawValue)),
      ScriptedAnswer("pay", .confirmed(true)),
    ])
    let failure = FlowFailure(
      .paymentsNotCharged,
      "the payment for order 'order-1' was not made: \(reason); nothing was charged",
      help: "try again, or pay with another card"
    )
    #expect(await flow(Till()).start(request, on: presenter) == .failed(failure))
  }
}

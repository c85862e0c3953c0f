import FlowKit
import FlowTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FlowContractTests {
  private func contract(
    of behaviour: PoliteFlow.Behaviour,
    committedFrom: String? = nil
  ) -> FlowContract<PoliteFlow> {
    FlowContract(
      parameters: "Hello",
      answers: [ScriptedAnswer("name", .text("Ada")), ScriptedAnswer("sure", .confirmed(true))],
      badParameters: [""],
      committedFrom: committedFrom,
      makeFlow: { PoliteFlow(behaviour: behaviour) }
    )
  }

  @Test(arguments: FlowRule.allCases)
  func `a flow that behaves keeps every rule, past its point of no return too`(
    rule: FlowRule
  ) async throws {
    try await contract(of: .polite).verify(rule)
    try await contract(of: .committed, committedFrom: "sure").verify(rule)
  }

  @Test(arguments: [
    (
      PoliteFlow.Behaviour.asksTooLittle, FlowRule.answersOnce,
      #"the flow never asked ["sure"]"#
    ),
    (
      .asksTooMuch, .answersOnce,
      "a run by the script ended as failed(asked 'more' after the script's end), "
        + "expected it to complete"
    ),
    (
      .committed, .personCancelsAtEachQuestion,
      "the person cancelled at question 2 'sure', and the flow ended as completed(\"Hello, Ada\")"
    ),
    (
      .committed, .starterCancelsAtEachQuestion,
      "the starter cancelled at question 2 'sure', and the flow ended as completed(\"Hello, Ada\")"
    ),
    (
      .committed, .presenterIsLostAtEachQuestion,
      "the presenter failed at question 2 'sure', and the flow ended as completed(\"Hello, Ada\")"
    ),
    (
      .trusting, .refusesBadParameters,
      "started with , the flow answered failed(asked 'name' after the script's end)"
    ),
    (
      .asksBeforeRefusing, .refusesBadParameters,
      "started with , the flow asked before it refused"
    ),
    (
      .asksTooMuch, .runsTwiceAtOnce,
      "one of two runs at once ended as failed(asked 'more' after the script's end), "
        + "expected it to complete"
    ),
    (
      .asksTooMuch, .runsInsideAnotherFlow,
      "a run inside another flow ended as failed(asked 'more' after the script's end), "
        + "expected it to complete"
    ),
  ])
  func `a flow that misbehaves breaks the rule, and is told how`(
    behaviour: PoliteFlow.Behaviour,
    rule: FlowRule,
    description: String
  ) async throws {
    let violation = try await #require(throws: ContractViolation.self) {
      try await contract(of: behaviour).verify(rule)
    }
    #expect(violation.description == description)
  }

  @Test func `a flow that asks nothing proves nothing`() async throws {
    let contract = FlowContract(
      parameters: (),
      answers: [],
      badParameters: [],
      makeFlow: { MuteFlow() }
    )
    for rule in [FlowRule.personCancelsAtEachQuestion, .refusesBadParameters] {
      await #expect(throws: ContractViolation.self) { try await contract.verify(rule) }
    }
  }

  @Test(arguments: FlowRule.allCases)
  func `a flow that has no bad parameters keeps every rule`(rule: FlowRule) async throws {
    let contract = FlowContract(
      parameters: (),
      answers: [ScriptedAnswer("sure", .confirmed(true))],
      makeFlow: { EasyFlow() }
    )
    try await contract.verify(rule)
  }

  @Test func `a point of no return that is never asked about breaks the contract`() async throws {
    let violation = try await #require(throws: ContractViolation.self) {
      try await contract(of: .polite, committedFrom: "receipt")
        .verify(.personCancelsAtEachQuestion)
    }
    #expect(violation.description == "the flow never asks 'receipt'")
  }
}

/// Can be started with every value of its parameters' type.
private struct EasyFlow: SequentialFlow {
  typealias Parameters = Void
  typealias Output = Bool

  func run(_ parameters: Void, on presenter: any Presenter) async throws -> Bool {
    try await presenter.ask(.confirm("sure", "Sure?"))
  }
}

private struct MuteFlow: SequentialFlow {
  typealias Parameters = Void
  typealias Output = Int

  func run(_ parameters: Void, on presenter: any Presenter) async throws -> Int { 0 }
}

struct ScriptedPresenterTests {
  private let quantity = Question.quantity("quantity", "How many?", in: 1...20, suggested: 1)

  @Test func `the script is played in order and what is left of it is known`() async throws {
    let script = ScriptedPresenter([
      ScriptedAnswer("quantity", .quantity(2)), ScriptedAnswer("name", .text("Ada")),
    ])
    #expect(try await script.ask(quantity) == 2)
    #expect(script.remaining == [ScriptedAnswer("name", .text("Ada"))])
    #expect(script.prompts == [quantity.prompt])
  }

  @Test func `pages are seen without a line of the script`() async throws {
    let script = ScriptedPresenter([])
    let page = Page(title: "Meal")
    try await script.show(page, waits: true)
    #expect(script.pages == [page])
  }

  @Test func `a question that the script does not expect fails`() async {
    let failure = FlowFailure(.unanswered, "asked 'quantity', the script expects 'name'")
    await #expect(throws: failure) {
      try await ScriptedPresenter([ScriptedAnswer("name", .text("Ada"))]).ask(quantity)
    }
  }

  @Test func `a question after the script's end fails`() async {
    let failure = FlowFailure(.unanswered, "asked 'quantity' after the script's end")
    await #expect(throws: failure) { try await ScriptedPresenter([]).ask(quantity) }
  }

  @Test func `an answer that the question refuses fails with the reason`() async {
    let script = ScriptedPresenter([
      ScriptedAnswer("quantity", .quantity(0)), ScriptedAnswer("quantity", .quantity(1)),
    ])
    let reason = FlowFailure(
      .invalidAnswer,
      "quantity 0 is out of range, expected 1 to 20"
    )
    await #expect(throws: reason) { try await script.ask(quantity) }
    #expect(script.remaining == [ScriptedAnswer("quantity", .quantity(1))])
  }

  @Test func `a recorder keeps what was asked and answered, not what failed`() async throws {
    let recorder = RecordingPresenter(
      ScriptedPresenter([ScriptedAnswer("quantity", .quantity(2))])
    )
    #expect(try await recorder.ask(quantity) == 2)
    await #expect(throws: FlowFailure.self) { try await recorder.ask(quantity) }
    #expect(recorder.exchanges.map(\.prompt) == [quantity.prompt])
    #expect(recorder.exchanges.map(\.response) == [.quantity(2)])
  }
}

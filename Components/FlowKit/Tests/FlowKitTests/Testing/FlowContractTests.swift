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
  func `a flow that behaves keeps every rule`(rule: FlowRule) async throws {
    try await contract(of: .polite).verify(rule)
  }

  @Test(arguments: FlowRule.allCases)
  func `a flow past its point of no return completes whatever happens`(
    rule: FlowRule
  ) async throws {
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

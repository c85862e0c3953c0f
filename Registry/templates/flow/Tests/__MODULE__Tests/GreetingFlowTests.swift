import FlowKit
import FlowTesting
import Testing
import __MODULE__

struct GreetingFlowTests {
  private let contract = FlowContract(
    parameters: "Hello",
    answers: [ScriptedAnswer("name", .text("Ada"))],
    badParameters: [""],
    makeFlow: { GreetingFlow() }
  )

  @Test(.timeLimit(.minutes(1)), arguments: FlowRule.allCases)
  func `the greeting keeps the contract of flows`(rule: FlowRule) async throws {
    try await contract.verify(rule)
  }
}

import FlowKit
import FlowTesting
import Testing

@testable import ChefSourcing

@Suite(.timeLimit(.minutes(1))) struct SourcingContractTests {
  @Test(arguments: FlowRule.allCases)
  func `the sourcing flow keeps the contract`(rule: FlowRule) async throws {
    try await contract(friends: nil).verify(rule)
  }

  @Test(arguments: FlowRule.allCases)
  func `the sourcing flow that asks friends keeps the contract`(rule: FlowRule) async throws {
    try await contract(friends: ScriptedFriends(.recommend(["anna": 1]))).verify(rule)
  }

  private func contract(friends: ScriptedFriends?) -> FlowContract<SourcingFlow> {
    FlowContract(
      parameters: Sample.request(),
      answers: [
        ScriptedAnswer("place", .choice("market")),
        ScriptedAnswer("chef", .choice("anna")),
        ScriptedAnswer("next-chef", .confirmed(false)),
        ScriptedAnswer("chef", .choice("carla")),
        ScriptedAnswer("next-chef", .confirmed(true)),
      ],
      badParameters: [
        Sample.request(""),
        Sample.request("order\n1"),
        Sample.request(String(repeating: "x", count: 65)),
        Sample.request(dishes: []),
        Sample.request(dishes: [SourcingRequest.Dish(name: "", cuisine: Sample.thai)]),
        Sample.request(
          dishes: [SourcingRequest.Dish(name: "Soup", cuisine: Cuisine(rawValue: " "))]
        ),
      ],
      committedFrom: "assignment",
      makeFlow: {
        let refusal = ScriptedAnswers.Behaviour.answers(.declined(reason: "the kitchen is full"))
        return SourcingWorld(["anna": refusal, "carla": refusal], friends: friends).flow
      }
    )
  }
}

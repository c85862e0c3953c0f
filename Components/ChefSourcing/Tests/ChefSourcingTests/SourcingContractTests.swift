import ChefSourcing
import FlowKit
import FlowTesting
import Testing

@Suite struct SourcingContractTests {
  private let contract = FlowContract(
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
      Sample.request(String(repeating: "x", count: 201)),
      Sample.request(dishes: []),
      Sample.request(dishes: [SourcingRequest.Dish(name: "", cuisine: Sample.thai)]),
      Sample.request(
        dishes: [SourcingRequest.Dish(name: "Soup", cuisine: Cuisine(rawValue: " "))]
      ),
    ],
    committedFrom: "assignment",
    makeFlow: {
      let refusal = ScriptedOffers.Behaviour.answers(.declined(reason: "the kitchen is full"))
      return SourcingWorld(["anna": refusal, "carla": refusal]).flow
    }
  )

  @Test(.timeLimit(.minutes(1)), arguments: FlowRule.allCases)
  func `the sourcing flow keeps the contract`(rule: FlowRule) async throws {
    try await contract.verify(rule)
  }
}

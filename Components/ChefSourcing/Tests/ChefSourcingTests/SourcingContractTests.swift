import FlowKit
import FlowTesting
import Testing

@testable import ChefSourcing

@Suite(.timeLimit(.minutes(1))) struct SourcingContractTests {
  @Test(arguments: FlowRule.allCases, [false, true])
  func `the sourcing flow keeps the contract, also where it asks friends`(
    rule: FlowRule,
    asksFriends: Bool
  ) async throws {
    let contract = FlowContract(
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
        Sample.request(dishes: [.init(name: "Soup", cuisine: Cuisine(rawValue: " "))]),
      ],
      committedFrom: "assignment",
      makeFlow: {
        let refusal = ScriptedAnswers.Behaviour.answers(.declined(reason: "the kitchen is full"))
        let friends = asksFriends ? ScriptedFriends(.recommend(["anna": 1])) : nil
        return SourcingWorld(["anna": refusal, "carla": refusal], friends: friends).flow
      }
    )
    try await contract.verify(rule)
  }
}

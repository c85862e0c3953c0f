import FlowKit
import FlowTesting
import Persistence
import Testing

@testable import StatusUpdates

@Suite(.timeLimit(.minutes(1)))
struct FollowFlowContractTests {
  @Test(arguments: FlowRule.allCases)
  func `following an order with a tip keeps the contract`(rule: FlowRule) async throws {
    try await contract(answers: [
      ScriptedAnswer("tip", .confirmed(true))
    ]).verify(rule)
  }

  @Test(arguments: FlowRule.allCases)
  func `following an order without a tip keeps the contract`(rule: FlowRule) async throws {
    try await contract(answers: [ScriptedAnswer("tip", .confirmed(false))]).verify(rule)
  }

  private func contract(
    answers: [ScriptedAnswer]
  ) async throws -> FlowContract<FollowFlow> {
    let store = StatusStore.inMemory()
    try await makeTracker(store, TestClock()).lead(.a17, through: [.placed, .chefAssigned])
    return FlowContract(
      parameters: FollowRequest(order: .a17, chef: "Malee"),
      answers: answers,
      badParameters: [
        FollowRequest(order: OrderReference(rawValue: "")),
        FollowRequest(order: OrderReference(rawValue: "A 17")),
        FollowRequest(order: .a17, chef: " "),
        FollowRequest(order: .a17, chef: "\u{1B}[2J"),
      ],
      committedFrom: "delivered"
    ) {
      FollowSetting(StatusStore(try store.database.copy())).flow
    }
  }
}

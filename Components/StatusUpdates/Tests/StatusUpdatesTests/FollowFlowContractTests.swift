import FlowKit
import FlowTesting
import Persistence
import Testing

@testable import StatusUpdates

@Suite(.timeLimit(.minutes(1)))
struct FollowFlowContractTests {
  @Test(arguments: FlowRule.allCases, [true, false])
  func `following an order keeps the contract`(rule: FlowRule, givesTip: Bool) async throws {
    let store = StatusStore.inMemory()
    try await makeTracker(store, TestClock()).lead(.a17, through: [.placed, .chefAssigned])
    let contract = FlowContract(
      parameters: FollowRequest(order: .a17, chef: "Malee"),
      answers: [ScriptedAnswer("tip", .confirmed(givesTip))],
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
    try await contract.verify(rule)
  }
}

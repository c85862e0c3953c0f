import ChefSourcing
import FlowKit
import FlowTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct StandardFlowTests {
  @Test func `the bundled chefs cook an order`() async throws {
    let store = InMemoryAssignmentStore()
    let flow = try SourcingFlow.standard(
      assignments: store,
      environment: ["COOKR_CHEF_ANSWER_SECONDS": "600"],
      now: { Sample.now }
    )
    let presenter = ScriptedPresenter([
      ScriptedAnswer("place", .choice("old-harbour")),
      ScriptedAnswer("chef", .choice("mai-srisai")),
    ])
    let assignment = try await flow.start(Sample.request("order-2"), on: presenter).get()
    #expect(assignment.chefID == Chef.ID(rawValue: "mai-srisai"))
    #expect(assignment.assignedAt == Sample.now)
    #expect(try await store.assignment(forOrder: "order-2") == assignment)
  }

  @Test(arguments: ["0", "601", "-5", "soon", "5.5", "99999999999999999999"])
  func `a time limit that makes no sense is refused`(text: String) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_CHEF_ANSWER_SECONDS '\(text)', expected seconds from 1 to 600",
      help: "unset it for 5 seconds"
    )
    #expect(throws: failure) {
      _ = try SourcingFlow.standard(
        assignments: InMemoryAssignmentStore(),
        environment: ["COOKR_CHEF_ANSWER_SECONDS": text],
        now: { Sample.now }
      )
    }
  }
}

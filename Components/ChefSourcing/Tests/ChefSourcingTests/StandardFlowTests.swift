import ChefSourcing
import FlowKit
import FlowTesting
import HTTPClientTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct StandardFlowTests {
  @Test func `the bundled chefs cook an order`() async throws {
    let store = OfferStore.inMemory()
    let flow = try Sample.standardFlow(["COOKR_CHEF_ANSWER_SECONDS": "600"], offers: store)
    let presenter = ScriptedPresenter([
      ScriptedAnswer("place", .choice("old-harbour")),
      ScriptedAnswer("chef", .choice("mai-srisai")),
    ])
    let assignment = try await flow.start(Sample.request("order-2"), on: presenter).get()
    #expect(assignment.chefID == Chef.ID(rawValue: "mai-srisai"))
    #expect(assignment.assignedAt == Sample.now)
    #expect(try await store.assignment(forOrder: "order-2") == assignment)
  }

  @Test func `with a token, the bundled chefs whom friends recommend come first`() async throws {
    let server = try LoopbackServer(
      .json(#"{"data": [{"id": "7", "likes": {"data": [{"username": "ploy.wattana"}]}}]}"#)
    )
    defer { server.stop() }
    let question = try await question(askingAt: server, token: "EAAB-secret")
    let first = try #require(question.list?.choices.first)
    #expect(first.id == "ploy-wattana")
    #expect(first.detail?.hasPrefix("recommended by one of your friends, 4.") == true)
    #expect(question.detail == "The best for Old Harbour at 18:30, best first.")
    #expect(server.requests.count == 1)
  }

  @Test func `without a token nobody is asked and nothing is said`() async throws {
    let server = try LoopbackServer(.json(#"{"data": []}"#))
    defer { server.stop() }
    let question = try await question(askingAt: server, token: nil)
    #expect(question.detail == "The best for Old Harbour at 18:30, best first.")
    #expect(server.requests == [])
  }

  @Test func `where Facebook refuses, the ranking is the one without it`() async throws {
    let error = #"{"error": {"message": "Malformed EAAB-secret", "code": 190}}"#
    let server = try LoopbackServer(.status(401, body: error))
    defer { server.stop() }
    let without = try await question(askingAt: server, token: nil)
    let refused = try await question(askingAt: server, token: "EAAB-secret")
    #expect(refused.list?.choices == without.list?.choices)
    #expect(refused.list?.choices.count == 10)
    #expect(
      refused.detail
        == "The best for Old Harbour at 18:30, best first, without your friends' recommendations: "
        + "Facebook does not accept the access token."
    )
  }

  @Test(arguments: ["0", "601", "-5", "soon", "5.5", "99999999999999999999"])
  func `a time limit that makes no sense is refused`(text: String) {
    let failure = FlowFailure(
      .chefsSetting,
      "invalid COOKR_CHEF_ANSWER_SECONDS '\(text)', expected seconds from 1 to 600",
      help: "unset it for two minutes, or 5 seconds with simulated kitchens"
    )
    #expect(throws: failure) { try Sample.standardFlow(["COOKR_CHEF_ANSWER_SECONDS": text]) }
  }

  /// The question for a chef in the old harbour.
  private func question(askingAt server: LoopbackServer, token: String?) async throws -> Prompt {
    var environment = ["COOKR_FACEBOOK_URL": server.address]
    environment["COOKR_FACEBOOK_TOKEN"] = token
    let flow = try Sample.standardFlow(environment)
    let presenter = ScriptedPresenter([ScriptedAnswer("place", .choice("old-harbour"))])
    _ = await flow.start(Sample.request(), on: presenter)
    return try #require(presenter.prompts.first { $0.key == "chef" })
  }
}

import ChefSourcing
import FlowKit
import FlowTesting
import HTTPClientTesting
import Testing

@Suite struct SourcingLinkTests {
  private let flow = SourcingWorld().flow

  @Test func `a cuisine alone is a request for now and for no order`() throws {
    let request = SourcingRequest(
      orderReference: "",
      dishes: [SourcingRequest.Dish(name: "Thai meal", cuisine: Sample.thai)],
      // The sample's moment is a Friday.
      wanted: Sample.time(.friday, 8)
    )
    #expect(try flow.parameters(for: FlowLink(path: ["Thai"])) == request)
  }

  @Test func `a place and an order are taken from the query`() throws {
    let query = ["place": "harbour", "order": "order-9"]
    let request = try flow.parameters(for: FlowLink(path: ["italian"], query: query))
    #expect(request.place == Sample.harbour)
    #expect(request.orderReference == "order-9")
  }

  @Test(arguments: [
    FlowLink(),
    FlowLink(path: ["thai", "curry"]),
    FlowLink(path: ["thay"]),
    FlowLink(path: [""]),
    FlowLink(path: ["thai"], query: ["place": "nowhere"]),
    FlowLink(path: ["thai"], query: ["place": ""]),
    FlowLink(path: ["thai"], query: ["plaice": "harbour"]),
  ])
  func `a link to nowhere is refused`(link: FlowLink) throws {
    let error = #expect(throws: FlowFailure.self) { try flow.parameters(for: link) }
    #expect(error?.code == .unknownLink)
  }

  @Test func `a mistyped name is refused with the nearest`() {
    let failure = FlowFailure(
      .unknownLink,
      "unknown place 'harbor' in the link",
      help: "did you mean 'harbour'?"
    )
    #expect(throws: failure) {
      try flow.parameters(for: FlowLink(path: ["thai"], query: ["place": "harbor"]))
    }
  }

  @Test(arguments: SourcingFlow.linkExamples)
  func `each example leads to a chef of the bundled city`(example: String) throws {
    let flow = try Sample.standardFlow()
    let link = try DeepLink("cookr://\(example)", scheme: "cookr")
    #expect(link.name == SourcingFlow.linkName)
    #expect(try flow.parameters(for: link.rest).dishes.map(\.cuisine) == [Sample.thai])
  }
}

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

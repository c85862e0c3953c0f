import ChefSourcing
import FlowKit
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

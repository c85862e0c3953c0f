import FlowKit
import Testing

struct DeepLinkTests {
  @Test(arguments: [
    ("cookr://order", "order", FlowLink()),
    ("cookr://order/", "order", FlowLink()),
    ("CookR://Order/Thai", "order", FlowLink(path: ["Thai"])),
    (
      "cookr://order/thai?flavour=smoky&quantity=2", "order",
      FlowLink(path: ["thai"], query: ["flavour": "smoky", "quantity": "2"])
    ),
    ("cookr://track/a//b", "track", FlowLink(path: ["a", "b"])),
    ("cookr://track/a%2Fb", "track", FlowLink(path: ["a/b"])),
    ("cookr://track/caf%C3%A9?q=a%26b", "track", FlowLink(path: ["café"], query: ["q": "a&b"])),
    ("cookr://order?flavour", "order", FlowLink(query: ["flavour": ""])),
    ("cookr://order?", "order", FlowLink()),
  ])
  func `a link is split into a name and the rest`(
    text: String,
    name: String,
    rest: FlowLink
  ) throws {
    let link = try DeepLink(text, scheme: "cookr")
    #expect(link.name == name)
    #expect(link.rest == rest)
  }

  @Test(arguments: [
    ("https://order", "its scheme is not 'cookr'"),
    ("order/thai", "its scheme is not 'cookr'"),
    ("cookr:order", "it names no flow"),
    ("cookr:///order", "it names no flow"),
    ("cookr://ada@order", "it has a user, a port or a fragment"),
    ("cookr://order:80", "it has a user, a port or a fragment"),
    ("cookr://order#dishes", "it has a user, a port or a fragment"),
    ("cookr://order?dish=a&dish=b", "'dish' is given twice"),
    ("cookr://order/" + String(repeating: "a", count: 2048), "it is longer than 2048 bytes"),
    ("cookr://or der", "it is no URL"),
    ("cookr://order?dish=%FF", "its query is no UTF-8"),
    ("cookr://track/%FF", "its path is no UTF-8"),
  ])
  func `a link of another form leads nowhere`(text: String, reason: String) {
    let refusal = FlowFailure(
      .unknownLink,
      "the link '\(text)' leads nowhere: \(reason)",
      help: "links look like 'cookr://NAME/…'"
    )
    #expect(throws: refusal) { try DeepLink(text, scheme: "cookr") }
  }
}

struct FlowLinkTests {
  private let link = FlowLink(path: ["thai"], query: ["flavour": "smoky"])

  @Test func `what a flow understands is let through`() throws {
    try link.expect(pathCount: 0...1, queryNames: ["dish", "flavour"])
  }

  @Test func `a path that is too long or too short is refused`() {
    let refusal = FlowFailure(.unknownLink, "the link's path 'thai' has 1 parts, expected 0 to 0")
    #expect(throws: refusal) { try link.expect(pathCount: 0...0, queryNames: ["flavour"]) }
  }

  @Test func `an unknown part of the query is refused`() {
    let refusal = FlowFailure(.unknownLink, "the link's query has 'flavour', expected a, b")
    #expect(throws: refusal) { try link.expect(pathCount: 1...1, queryNames: ["b", "a"]) }
    #expect(throws: FlowFailure(.unknownLink, "the link's query has 'flavour', expected none")) {
      try link.expect(pathCount: 1...1, queryNames: [])
    }
  }
}

import FlowKit
import Testing

struct FlowLinkTests {
  private let link = FlowLink(path: ["thai"], query: ["flavour": "smoky"])

  @Test func `what a flow understands is let through`() throws {
    try link.expect(pathCount: 0...1, queryNames: ["dish", "flavour"])
  }

  @Test func `a path that is too long or too short is refused`() {
    #expect(
      throws: FlowFailure(.unknownLink, "the link's path 'thai' has 1 parts, expected 0 to 0")
    ) {
      try link.expect(pathCount: 0...0, queryNames: ["flavour"])
    }
  }

  @Test func `an unknown part of the query is refused`() {
    #expect(
      throws: FlowFailure(.unknownLink, "the link's query has 'flavour', expected a, b")
    ) {
      try link.expect(pathCount: 1...1, queryNames: ["b", "a"])
    }
    #expect(throws: FlowFailure(.unknownLink, "the link's query has 'flavour', expected none")) {
      try link.expect(pathCount: 1...1, queryNames: [])
    }
  }
}

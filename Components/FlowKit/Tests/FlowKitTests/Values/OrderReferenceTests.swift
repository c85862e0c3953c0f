import FlowKit
import Testing

struct OrderReferenceTests {
  @Test(arguments: ["A", "A-17", "7f3a_x.9", String(repeating: "x", count: 64)])
  func `a reference of letters, digits and a few signs can name an order`(text: String) throws {
    try OrderReference(rawValue: text).validate()
  }

  @Test(arguments: [
    "", " ", "-17", "A 17", "A/17", "Ä-17", "A-17\n", "../x", String(repeating: "x", count: 65),
  ])
  func `anything else can name no order`(text: String) {
    let failure = #expect(throws: FlowFailure.self) {
      try OrderReference(rawValue: text).validate()
    }
    #expect(failure?.code == .invalidParameters)
  }

  @Test func `a refusal shows no control characters of what it refuses`() {
    let failure = #expect(throws: FlowFailure.self) {
      try OrderReference(rawValue: "A-\u{1B}[31m").validate()
    }
    #expect(failure?.message.contains("\u{1B}") == false)
  }
}

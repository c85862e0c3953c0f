import FlowKit
import Testing

struct FlowFailureTests {
  @Test(arguments: [
    (FlowFailure.Code.invalidParameters, FlowFailure.Kind.invalid),
    (.invalidAnswer, .invalid), (.unanswered, .invalid), (.unknownLink, .notFound),
    (.unavailable, .unavailable), (.abandoned, .failed), (.unexpected, .failed),
  ])
  func `a failure is of its code's kind`(code: FlowFailure.Code, kind: FlowFailure.Kind) {
    #expect(FlowFailure(code, "it went wrong").kind == kind)
  }

  @Test func `a component says of what kind its codes are`() {
    let code = FlowFailure.Code(rawValue: "oven.broken", kind: .damaged)
    #expect(FlowFailure(code, "the oven is broken").kind == .damaged)
    #expect(FlowFailure(.init(rawValue: "oven.off"), "the oven is off").kind == .failed)
  }

  @Test func `codes of one name are one code`() {
    let code = FlowFailure.Code(rawValue: "oven.broken", kind: .damaged)
    let same = FlowFailure.Code(rawValue: "oven.broken")
    #expect(code == same)
    #expect(Set([code, same, .unavailable]).count == 2)
  }
}

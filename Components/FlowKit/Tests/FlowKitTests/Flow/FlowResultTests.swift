import FlowKit
import Testing

struct FlowResultTests {
  private struct Unforeseen: Error, CustomStringConvertible {
    let description = "the unforeseen"
  }

  @Test func `the output of a completed flow is handed out, another end is thrown`() throws {
    #expect(try FlowResult.completed(1).get() == 1)
    #expect(throws: CancellationError.self) { try FlowResult<Int>.cancelled.get() }
    #expect(throws: FlowFailure.sample) { try FlowResult<Int>.failed(.sample).get() }
  }

  @Test func `converting touches the output only`() {
    let double = { @Sendable (number: Int) in number * 2 }
    #expect(FlowResult.completed(2).map(double) == .completed(4))
    #expect(FlowResult.cancelled.map(double) == .cancelled)
    #expect(FlowResult.failed(.sample).map(double) == .failed(.sample))
  }

  @Test func `an error nobody foresaw becomes a failure that names it`() {
    let result = FlowResult.completed(2).map { _ -> Int in throw Unforeseen() }
    #expect(result == .failed(FlowFailure(.unexpected, "the unforeseen")))
  }

  @Test func `a failure reads as its message and its help`() {
    #expect("\(FlowFailure.sample)" == "the oven is 'off', expected 'on'\nhelp: plug it in")
    #expect("\(FlowFailure.abandoned)" == "the flow ended without an answer")
  }
}

import FlowKit
import FlowTesting
import Testing

struct FlowReplyTests {
  private let answers = Answers<Int>()

  @Test func `each way to answer delivers one result`() {
    answers.reply().complete(7)
    answers.reply().cancel()
    answers.reply().fail(.sample)
    answers.reply().answer(.completed(8))
    #expect(answers.all == [.completed(7), .cancelled, .failed(.sample), .completed(8)])
  }

  @Test func `dropping a reply delivers abandoned`() {
    _ = answers.reply()
    #expect(answers.all == [.failed(.abandoned)])
  }

  @Test func `a reply for another type converts outputs and passes on other results`() {
    answers.reply().accepting { (text: String) in text.count }.complete("four")
    answers.reply().accepting { (text: String) in text.count }.cancel()
    answers.reply().accepting { (text: String) in text.count }.fail(.sample)
    #expect(answers.all == [.completed(4), .cancelled, .failed(.sample)])
  }

  @Test func `an error of the conversion becomes the result`() {
    answers.reply().accepting { (_: String) in throw FlowFailure.sample }.complete("four")
    answers.reply().accepting { (_: String) in throw CancellationError() }.complete("four")
    #expect(answers.all == [.failed(.sample), .cancelled])
  }

  @Test func `dropping a reply for another type delivers abandoned once`() {
    _ = answers.reply().accepting { (text: String) in text.count }
    #expect(answers.all == [.failed(.abandoned)])
  }
}

/// Records the results that replies deliver.
private final class Answers<Output: Sendable>: Sendable {
  private let results = Locked<[FlowResult<Output>]>([])

  var all: [FlowResult<Output>] { results.withLock(\.self) }

  func reply() -> FlowReply<Output> {
    FlowReply { result in self.results.withLock { $0.append(result) } }
  }
}

struct FlowResultTests {
  private struct Unforeseen: Error, CustomStringConvertible {
    let description = "the unforeseen"
  }

  @Test func `get returns the output of a completed flow and throws for all other results`() throws
  {
    #expect(try FlowResult.completed(1).get() == 1)
    #expect(throws: CancellationError.self) { try FlowResult<Int>.cancelled.get() }
    #expect(throws: FlowFailure.sample) { try FlowResult<Int>.failed(.sample).get() }
  }

  @Test func `map converts only outputs`() {
    let double = { @Sendable (number: Int) in number * 2 }
    #expect(FlowResult.completed(2).map(double) == .completed(4))
    #expect(FlowResult.cancelled.map(double) == .cancelled)
    #expect(FlowResult.failed(.sample).map(double) == .failed(.sample))
  }

  @Test func `an unexpected error becomes a failure with its description`() {
    let result = FlowResult.completed(2).map { _ -> Int in throw Unforeseen() }
    #expect(result == .failed(FlowFailure(.unexpected, "the unforeseen")))
  }

  @Test func `a failure reads as its message and its help`() {
    #expect("\(FlowFailure.sample)" == "the oven is 'off', expected 'on'\nhelp: plug it in")
    #expect("\(FlowFailure.abandoned)" == "the flow ended without an answer")
  }
}

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

import FlowKit
import Synchronization
import Testing

struct FlowReplyTests {
  private let answers = Answers<Int>()

  @Test func `a reply delivers what it is consumed with, once`() {
    answers.reply().complete(7)
    answers.reply().cancel()
    answers.reply().fail(.sample)
    answers.reply().answer(.completed(8))
    #expect(answers.all == [.completed(7), .cancelled, .failed(.sample), .completed(8)])
  }

  @Test func `a reply that is dropped answers that the flow was abandoned`() {
    _ = answers.reply()
    #expect(answers.all == [.failed(.abandoned)])
  }

  @Test func `a reply for another type converts what completes and passes on what does not`() {
    answers.reply().accepting { (text: String) in text.count }.complete("four")
    answers.reply().accepting { (text: String) in text.count }.cancel()
    answers.reply().accepting { (text: String) in text.count }.fail(.sample)
    #expect(answers.all == [.completed(4), .cancelled, .failed(.sample)])
  }

  @Test func `an error of the conversion becomes the answer`() {
    answers.reply().accepting { (_: String) in throw FlowFailure.sample }.complete("four")
    answers.reply().accepting { (_: String) in throw CancellationError() }.complete("four")
    #expect(answers.all == [.failed(.sample), .cancelled])
  }

  @Test func `a reply for another type that is dropped answers once that it was abandoned`() {
    _ = answers.reply().accepting { (text: String) in text.count }
    #expect(answers.all == [.failed(.abandoned)])
  }
}

/// Keeps what replies deliver.
private final class Answers<Output: Sendable>: Sendable {
  private let results = Mutex<[FlowResult<Output>]>([])

  var all: [FlowResult<Output>] { results.withLock(\.self) }

  func reply() -> FlowReply<Output> {
    FlowReply { result in self.results.withLock { $0.append(result) } }
  }
}

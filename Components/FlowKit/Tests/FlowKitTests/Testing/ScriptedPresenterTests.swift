import FlowKit
import FlowTesting
import Testing

struct ScriptedPresenterTests {
  private let quantity = Question.quantity("quantity", "How many?", in: 1...20, suggested: 1)

  @Test func `the script is played in order and what is left of it is known`() async throws {
    let script = ScriptedPresenter([
      ScriptedAnswer("quantity", .quantity(2)), ScriptedAnswer("name", .text("Ada")),
    ])
    #expect(try await script.ask(quantity) == 2)
    #expect(script.remaining == [ScriptedAnswer("name", .text("Ada"))])
    #expect(script.prompts == [quantity.prompt])
  }

  @Test func `pages are seen without a line of the script`() async throws {
    let script = ScriptedPresenter([])
    let page = Page(title: "Meal")
    try await script.show(page, waits: true)
    #expect(script.pages == [page])
  }

  @Test func `a question that the script does not expect fails`() async {
    let failure = FlowFailure(.unanswered, "asked 'quantity', the script expects 'name'")
    await #expect(throws: failure) {
      try await ScriptedPresenter([ScriptedAnswer("name", .text("Ada"))]).ask(quantity)
    }
  }

  @Test func `a question after the script's end fails`() async {
    let failure = FlowFailure(.unanswered, "asked 'quantity' after the script's end")
    await #expect(throws: failure) { try await ScriptedPresenter([]).ask(quantity) }
  }

  @Test func `an answer that the question refuses fails with the reason`() async {
    let script = ScriptedPresenter([
      ScriptedAnswer("quantity", .quantity(0)), ScriptedAnswer("quantity", .quantity(1)),
    ])
    let reason = FlowFailure(
      .invalidAnswer,
      "quantity 0 is out of range, expected 1 to 20"
    )
    await #expect(throws: reason) { try await script.ask(quantity) }
    #expect(script.remaining == [ScriptedAnswer("quantity", .quantity(1))])
  }

  @Test func `a recorder keeps what was asked and answered, not what failed`() async throws {
    let recorder = RecordingPresenter(
      ScriptedPresenter([ScriptedAnswer("quantity", .quantity(2))])
    )
    #expect(try await recorder.ask(quantity) == 2)
    await #expect(throws: FlowFailure.self) { try await recorder.ask(quantity) }
    #expect(recorder.exchanges.map(\.prompt) == [quantity.prompt])
    #expect(recorder.exchanges.map(\.response) == [.quantity(2)])
  }
}

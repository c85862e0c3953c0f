import FlowKit
import Synchronization
import Testing

struct AskingTests {
  private let quantity = Question.quantity("quantity", "How many?", in: 1...20, suggested: 1)

  @Test func `a refused answer is asked for again with the reason`() async throws {
    let presenter = QueuePresenter([.quantity(0), .quantity(21), .quantity(3)])
    #expect(try await presenter.ask(quantity) == 3)
    #expect(
      presenter.prompts.map(\.problem) == [
        nil,
        InvalidAnswer("quantity 0 is out of range, expected 1 to 20"),
        InvalidAnswer("quantity 21 is out of range, expected 1 to 20"),
      ]
    )
  }

  @Test func `a page is shown without waiting unless that is asked for`() async throws {
    let presenter = QueuePresenter([.seen, .seen])
    let page = Page(title: "Meal", lines: [.text("Noodles")])
    try await presenter.show(page)
    try await presenter.show(page, key: "meal", waits: true)
    #expect(presenter.prompts.map(\.key) == ["seen", "meal"])
    #expect(
      presenter.prompts.map(\.kind) == [.page(page, waits: false), .page(page, waits: true)]
    )
  }

  @Test func `a cancelled task asks nothing`() async {
    let presenter = QueuePresenter([.quantity(3)])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await presenter.ask(quantity)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(presenter.prompts == [])
  }
}

/// Answers with whatever comes next, whether the question allows it or not.
private final class QueuePresenter: Presenter {
  private struct State {
    var responses: [Response]
    var prompts: [Prompt] = []
  }

  private let state: Mutex<State>

  init(_ responses: [Response]) {
    state = Mutex(State(responses: responses.reversed()))
  }

  var prompts: [Prompt] { state.withLock(\.prompts) }

  func response(to prompt: Prompt) async throws -> Response {
    try state.withLock { state in
      state.prompts.append(prompt)
      guard let response = state.responses.popLast() else { throw CancellationError() }
      return response
    }
  }
}

import FlowKit
import FlowTesting
import Testing

struct SequentialFlowTests {
  private let greeting = GreetingFlow()
  private let answers = [ScriptedAnswer("name", .text("Ada"))]

  @Test func `what the function returns is the answer`() async {
    let result = await greeting.start("Hello", on: ScriptedPresenter(answers))
    #expect(result == .completed("Hello, Ada"))
  }

  @Test func `what the function throws is the answer`() async {
    let failing = await greeting.start("", on: ScriptedPresenter(answers))
    #expect(failing == .failed(FlowFailure(.invalidParameters, "the greeting is empty")))
    let leaving = await greeting.start("Hello", on: SilentPresenter(.leaves))
    #expect(leaving == .cancelled)
  }

  @Test func `a dropped handle leaves the flow running`() async {
    let result = await withCheckedContinuation { continuation in
      greeting.start("Hello", on: ScriptedPresenter(answers)) { continuation.resume(returning: $0) }
    }
    #expect(result == .completed("Hello, Ada"))
  }

  @Test func `cancelling the handle ends a question that stands`() async {
    let presenter = SilentPresenter(.waits)
    let (results, answer) = AsyncStream<FlowResult<String>>.makeStream()
    let handle = greeting.start("Hello", on: presenter) { result in
      answer.yield(result)
      answer.finish()
    }
    await presenter.isAsked()
    handle.cancel()
    handle.cancel()
    #expect(await results.all() == [.cancelled])
  }

  @Test func `cancelling the task that waits cancels the flow`() async {
    let presenter = SilentPresenter(.waits)
    let task = Task { await greeting.start("Hello", on: presenter) }
    await presenter.isAsked()
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a task that is cancelled already gets a cancelled flow`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await greeting.start("Hello", on: ScriptedPresenter(answers))
    }
    #expect(await task.value == .cancelled)
  }
}

extension AsyncStream {
  fileprivate func all() async -> [Element] {
    await reduce(into: []) { $0.append($1) }
  }
}

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

struct FlowRouteTests {
  private let script = [ScriptedAnswer("name", .text("Ada"))]

  @Test func `a route of the same types leads to the flow`() async {
    let route = FlowRoute(to: GreetingFlow())
    #expect(await route.start("Hello", on: ScriptedPresenter(script)) == .completed("Hello, Ada"))
  }

  @Test func `a route converts on the way in and on the way out`() async {
    let route = FlowRoute<Int, Int>(
      to: GreetingFlow(),
      parameters: { String(repeating: "!", count: $0) },
      output: \.count
    )
    #expect(await route.start(3, on: ScriptedPresenter(script)) == .completed(8))
  }

  @Test func `parameters that do not convert are answered without starting the flow`() async {
    let route = FlowRoute<Int, String>(
      to: GreetingFlow(),
      parameters: { _ in throw FlowFailure.sample },
      output: \.self
    )
    let presenter = ScriptedPresenter(script)
    #expect(await route.start(3, on: presenter) == .failed(.sample))
    #expect(presenter.prompts == [])
  }

  @Test func `an output that does not convert fails the flow`() async {
    let route = FlowRoute<String, Int>(
      to: GreetingFlow(),
      parameters: \.self,
      output: { _ in throw FlowFailure.sample }
    )
    #expect(await route.start("Hello", on: ScriptedPresenter(script)) == .failed(.sample))
  }

  @Test func `cancelling a route's handle cancels the flow behind it`() async {
    let route = FlowRoute<Int, Int>(
      to: GreetingFlow(),
      parameters: { String($0) },
      output: \.count
    )
    let presenter = SilentPresenter(.waits)
    let task = Task { await route.start(3, on: presenter) }
    await presenter.isAsked()
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}

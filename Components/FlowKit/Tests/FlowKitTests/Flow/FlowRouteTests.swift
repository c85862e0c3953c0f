import FlowKit
import FlowTesting
import Testing

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

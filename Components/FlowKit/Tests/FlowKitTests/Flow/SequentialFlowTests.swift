import FlowKit
import FlowTesting
import Testing

struct SequentialFlowTests {
  private let greeting = GreetingFlow()
  private let answers = [ScriptedAnswer("name", .text("Ada"))]

  @Test func `run completes the flow with the value that it returns`() async {
    let result = await greeting.start("Hello", on: ScriptedPresenter(answers))
    #expect(result == .completed("Hello, Ada"))
  }

  @Test func `run fails or cancels the flow with the error that it throws`() async {
    let failing = await greeting.start("", on: ScriptedPresenter(answers))
    #expect(failing == .failed(FlowFailure(.invalidParameters, "the greeting is empty")))
    let leaving = await greeting.start("Hello", on: SilentPresenter(.leaves))
    #expect(leaving == .cancelled)
  }

  @Test func `dropping the handle leaves the flow running`() async {
    let result = await withCheckedContinuation { continuation in
      greeting.start("Hello", on: ScriptedPresenter(answers)) { continuation.resume(returning: $0) }
    }
    #expect(result == .completed("Hello, Ada"))
  }

  @Test func `cancelling the handle ends the current question`() async {
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

  @Test func `cancelling the waiting task cancels the flow`() async {
    let presenter = SilentPresenter(.waits)
    let task = Task { await greeting.start("Hello", on: presenter) }
    await presenter.isAsked()
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a task that is already cancelled starts and cancels the flow`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await greeting.start("Hello", on: ScriptedPresenter(answers))
    }
    #expect(await task.value == .cancelled)
  }
}

/// Callbacks get exactly one result, also from flows that break the rules.
struct CallbackTests {
  private let presenter = ScriptedPresenter([])

  @Test func `a flow that answers twice delivers its first answer`() async {
    let flow = UnrulyFlow()
    let heard = Results<String>()
    flow.start(.answers(2), on: presenter) { result in heard.append(result) }
    await flow.isDone()
    #expect(heard.all == [.completed("answer 1")])
    #expect(await flow.start(.answers(3), on: presenter) == .completed("answer 1"))
  }

  @Test func `waitForCallback returns the result of the first call`() async {
    let result = await waitForCallback { callback in
      callback(.completed("first"))
      callback(.completed("second"))
      return FlowHandle {}
    }
    #expect(result == .completed("first"))
  }

  @Test func `a flow that drops its reply delivers abandoned`() async {
    let flow = UnrulyFlow()
    let heard = Results<String>()
    flow.start(.answers(0), on: presenter) { result in heard.append(result) }
    await flow.isDone()
    #expect(heard.all == [.failed(.abandoned)])
    #expect(await flow.start(.answers(0), on: presenter) == .failed(.abandoned))
    let dropped: FlowResult<String> = await waitForCallback { _ in FlowHandle {} }
    #expect(dropped == .failed(.abandoned))
  }

  @Test func `a cancelled flow that drops its reply delivers abandoned`() async {
    let flow = UnrulyFlow()
    let task = Task { await flow.start(.isSilent, on: presenter) }
    task.cancel()
    #expect(await task.value == .failed(.abandoned))
  }

  @Test func `a late answer calls only the callback of a scaffold that still exists, once`()
    async
  {
    let flow = UnrulyFlow()
    let heard = Results<String>()
    weak var scaffold: Results<String>?
    do {
      let gone = Results<String>()
      scaffold = gone
      flow.start(.isSilent, on: presenter) { [weak gone] result in gone?.append(result) }
    }
    flow.start(.isSilent, on: presenter) { result in heard.append(result) }
    #expect(scaffold == nil)
    await flow.answerLate(.completed("late"))
    await flow.answerLate(.completed("later"))
    #expect(heard.all == [.completed("late")])
  }

  @Test func `waitForCallback throws the error of a start that throws`() async {
    await #expect(throws: FlowFailure.sample) {
      let _: FlowResult<String> = try await waitForCallback { _ in throw FlowFailure.sample }
    }
  }
}

/// Answers a given number of times, or only when the test asks for it.
private final class UnrulyFlow: FlowInitiator {
  enum Behaviour: Sendable {
    case answers(Int)
    /// Drops its reply when it is cancelled.
    case isSilent
  }

  private actor OwedReply {
    private var reply: FlowReply<String>?

    init(_ reply: consuming FlowReply<String>) {
      self.reply = .some(reply)
    }

    func answer(_ result: FlowResult<String>) {
      let reply = self.reply.take()
      reply?.answer(result)
    }
  }

  private let tasks = Locked<[Task<Void, Never>]>([])
  private let owed = Locked<[OwedReply]>([])

  @discardableResult
  func start(
    _ behaviour: Behaviour,
    on presenter: any Presenter,
    reply: consuming FlowReply<String>
  ) -> FlowHandle {
    let reply = OwedReply(consume reply)
    switch behaviour {
    case .answers(let count):
      let task = Task {
        for number in 0..<count { await reply.answer(.completed("answer \(number + 1)")) }
      }
      tasks.withLock { $0.append(task) }
    case .isSilent:
      owed.withLock { $0.append(reply) }
    }
    return FlowHandle { self.owed.withLock { $0 = [] } }
  }

  func isDone() async {
    for task in tasks.withLock(\.self) { await task.value }
  }

  func answerLate(_ result: FlowResult<String>) async {
    for reply in owed.withLock(\.self) { await reply.answer(result) }
  }
}

/// Records the results that a callback gets.
private final class Results<Output: Sendable>: Sendable {
  private let results = Locked<[FlowResult<Output>]>([])

  var all: [FlowResult<Output>] { results.withLock(\.self) }

  func append(_ result: FlowResult<Output>) {
    results.withLock { $0.append(result) }
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

import FlowKit

extension FlowContract {
  /// That no flow answers twice is for the compiler: a ``FlowReply`` is consumed by answering.
  func verifyAnswersOnce() async throws {
    let flow = try makeFlow()
    let script = ScriptedPresenter(answers)
    let (results, answer) = AsyncStream<FlowResult<Flow.Output>>.makeStream()
    let handle = flow.start(parameters, on: script) { result in
      answer.yield(result)
      answer.finish()
    }
    for await result in results { try requireCompleted(result, "a run by the script") }
    guard script.remaining.isEmpty else {
      throw ContractViolation("the flow never asked \(script.remaining.map(\.key))")
    }
    // Too late to change anything.
    handle.cancel()
  }

  func verifyRefusesBadParameters() async throws {
    guard let badParameters else { return }
    guard !badParameters.isEmpty else {
      throw ContractViolation("the contract was given no bad parameters to try")
    }
    for parameters in badParameters {
      let presenter = ScriptedPresenter([])
      let result = await (try makeFlow()).start(parameters, on: presenter)
      guard case .failed(let failure) = result, failure.code == .invalidParameters else {
        throw ContractViolation("started with \(parameters), the flow answered \(result)")
      }
      guard presenter.prompts.isEmpty else {
        throw ContractViolation("started with \(parameters), the flow asked before it refused")
      }
    }
  }

  func verifyRunsTwiceAtOnce() async throws {
    let flow = try makeFlow()
    let meeting = Meeting(of: 2)
    let parameters = parameters
    let answers = answers
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          let presenter = MeetingPresenter(ScriptedPresenter(answers), at: meeting)
          return await flow.start(parameters, on: presenter)
        }
      }
      for try await result in group {
        try requireCompleted(result, "one of two runs at once")
      }
    }
  }

  func verifyRunsInsideAnotherFlow() async throws {
    let outer = OuterFlow(inner: try makeFlow())
    let result = await outer.start(parameters, on: ScriptedPresenter(answers))
    try requireCompleted(result, "a run inside another flow")
  }

  func requireCompleted(_ result: FlowResult<Flow.Output>, _ run: String) throws {
    guard case .completed = result else {
      throw ContractViolation("\(run) ended as \(result), expected it to complete")
    }
  }
}

private struct OuterFlow<Inner: FlowInitiator>: SequentialFlow {
  typealias Parameters = Inner.Parameters
  typealias Output = Inner.Output

  let inner: Inner

  func run(_ parameters: Parameters, on presenter: any Presenter) async throws -> Output {
    try await inner.start(parameters, on: presenter).get()
  }
}

/// Holds the first question until its counterpart in the other run has been asked too.
private final class MeetingPresenter: Presenter {
  private let base: any Presenter
  private let meeting: Meeting
  private let hasMet = Locked(false)

  init(_ base: any Presenter, at meeting: Meeting) {
    self.base = base
    self.meeting = meeting
  }

  func response(to prompt: Prompt) async throws -> Response {
    let isFirst = hasMet.withLock { hasMet in
      defer { hasMet = true }
      return !hasMet
    }
    if isFirst { await meeting.arrive() }
    return try await base.response(to: prompt)
  }
}

/// Suspends each arrival until all have arrived.
private actor Meeting {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) {
    missing = count
  }

  func arrive() async {
    missing -= 1
    guard missing > 0 else {
      for continuation in waiting { continuation.resume() }
      waiting = []
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }
}

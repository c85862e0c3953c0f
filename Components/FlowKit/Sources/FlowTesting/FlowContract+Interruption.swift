import FlowKit

extension FlowContract {
  func verifyCancelledByPerson() async throws {
    for question in try await questions() {
      let presenter = InterruptingPresenter(
        ScriptedPresenter(answers),
        after: question.index,
        .personCancels
      )
      let result = await (try makeFlow()).start(parameters, on: presenter)
      try require(result, at: question, isCancelled(result), "the person cancelled")
    }
  }

  func verifyCancelledByStarter() async throws {
    for question in try await questions() {
      let flow = try makeFlow()
      let (reached, signal) = AsyncStream<Void>.makeStream()
      let presenter = InterruptingPresenter(
        ScriptedPresenter(answers),
        after: question.index,
        .waits(reached: { signal.finish() })
      )
      let (results, answer) = AsyncStream<FlowResult<Flow.Output>>.makeStream()
      let handle = flow.start(parameters, on: presenter) { result in
        answer.yield(result)
        answer.finish()
        signal.finish()
      }
      for await _ in reached {}
      handle.cancel()
      for await result in results {
        try require(result, at: question, isCancelled(result), "the starter cancelled")
      }
    }
  }

  func verifyPresenterLost() async throws {
    let loss = FlowFailure(.unavailable, "the presenter is lost")
    for question in try await questions() {
      let presenter = InterruptingPresenter(
        ScriptedPresenter(answers),
        after: question.index,
        .fails(loss)
      )
      let result = await (try makeFlow()).start(parameters, on: presenter)
      let isLoss = if case .failed(loss) = result { true } else { false }
      try require(result, at: question, isLoss, "the presenter failed")
    }
  }

  private func questions() async throws -> [AskedQuestion] {
    let presenter = ScriptedPresenter(answers)
    let result = await (try makeFlow()).start(parameters, on: presenter)
    try requireCompleted(result, "a run by the script")
    let keys = presenter.prompts.map(\.key)
    guard !keys.isEmpty else {
      throw ContractViolation("the flow asks nothing, so that nothing of it can be cancelled")
    }
    let commitment = committedFrom.map { keys.firstIndex(of: $0) } ?? keys.endIndex
    guard let commitment else {
      throw ContractViolation("the flow never asks '\(committedFrom ?? "")'")
    }
    return keys.enumerated().map { index, key in
      AskedQuestion(index: index, key: key, isCommitted: index >= commitment)
    }
  }

  private func require(
    _ result: FlowResult<Flow.Output>,
    at question: AskedQuestion,
    _ isExpected: Bool,
    _ event: String
  ) throws {
    let place = "\(event) at question \(question.index + 1) '\(question.key)'"
    if question.isCommitted {
      try requireCompleted(result, "\(place), behind the point of no return; the run")
    } else if !isExpected {
      throw ContractViolation("\(place), and the flow ended as \(result)")
    }
  }

  private func isCancelled(_ result: FlowResult<Flow.Output>) -> Bool {
    if case .cancelled = result { true } else { false }
  }
}

private struct AskedQuestion {
  let index: Int
  let key: String
  let isCommitted: Bool
}

/// The one protocol through which an app, or another flow, starts a component's flow.
///
/// A flow gets typed parameters and a presenter, asks its questions on that presenter, and answers
/// exactly once through `reply`: completed with a value, cancelled, or failed with a reason. It
/// knows nothing of what came before it or comes after it.
public protocol FlowInitiator<Parameters, Output>: Sendable {
  /// What the flow needs to know before its first question.
  associatedtype Parameters: Sendable
  /// What a completed flow hands back.
  associatedtype Output: Sendable

  /// Starts the flow and returns at once; the answer comes through `reply`.
  ///
  /// - Returns: a handle by which the starter can cancel; dropping it leaves the flow running.
  @discardableResult
  func start(
    _ parameters: Parameters,
    on presenter: any Presenter,
    reply: consuming FlowReply<Output>
  ) -> FlowHandle
}

extension FlowInitiator {
  /// Starts the flow with a closure that is called exactly once with its result.
  @discardableResult
  public func start(
    _ parameters: Parameters,
    on presenter: any Presenter,
    completion: @escaping @Sendable (FlowResult<Output>) -> Void
  ) -> FlowHandle {
    start(parameters, on: presenter, reply: FlowReply(completion))
  }
}

/// The starter's side of a running flow.
public struct FlowHandle: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle that calls `onCancel` each time the starter cancels.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Asks the flow to stop; it still answers exactly once, and a flow past its point of no return
  /// may answer that it completed.
  public func cancel() {
    onCancel()
  }
}

extension FlowInitiator {
  /// Starts the flow and waits for its answer; cancelling the current task cancels the flow.
  public func start(
    _ parameters: Parameters,
    on presenter: any Presenter
  ) async -> FlowResult<Output> {
    let (results, answer) = AsyncStream<FlowResult<Output>>.makeStream()
    let handle = start(parameters, on: presenter) { answer.yield($0) }
    // Not cancelled with this task: the flow answers also then.
    let result = Task { await results.first { _ in true } ?? .failed(.abandoned) }
    return await withTaskCancellationHandler {
      await result.value
    } onCancel: {
      handle.cancel()
    }
  }
}

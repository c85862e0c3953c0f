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

/// Waits for the result that a flow calls back with: the border between flows, which call back, and
/// code that waits.
///
/// ```swift
/// let result = await waitForCallback { callback in
///   flow.start(parameters, on: presenter) { result in callback(result) }
/// }
/// ```
///
/// It returns exactly once. Cancelling the current task cancels the flow by its handle, and the result
/// is waited for even then, since a flow past its point of no return may have completed. The first
/// call counts; a callback that is dropped without a call counts as ``FlowFailure/abandoned``.
public func waitForCallback<Output>(
  _ start: (_ callback: @escaping @Sendable (FlowResult<Output>) -> Void) throws -> FlowHandle
) async rethrows -> FlowResult<Output> {
  let (results, continuation) = AsyncStream<FlowResult<Output>>.makeStream()
  let handle = try {
    let callback = Callback(continuation)
    return try start { callback.deliver($0) }
  }()
  // Not cancelled with this task: the flow answers also then.
  let result = Task { await results.first { _ in true } ?? .failed(.abandoned) }
  return await withTaskCancellationHandler {
    await result.value
  } onCancel: {
    handle.cancel()
  }
}

/// The way of a result to where it is waited for; behind the first result, the others are not heard.
private final class Callback<Output: Sendable>: Sendable {
  private let continuation: AsyncStream<FlowResult<Output>>.Continuation

  init(_ continuation: AsyncStream<FlowResult<Output>>.Continuation) {
    self.continuation = continuation
  }

  func deliver(_ result: FlowResult<Output>) {
    continuation.yield(result)
  }

  deinit {
    continuation.yield(.failed(.abandoned))
    continuation.finish()
  }
}

extension FlowInitiator {
  /// Starts the flow and waits for its answer; cancelling the current task cancels the flow.
  public func start(
    _ parameters: Parameters,
    on presenter: any Presenter
  ) async -> FlowResult<Output> {
    await waitForCallback { callback in
      start(parameters, on: presenter) { result in callback(result) }
    }
  }
}

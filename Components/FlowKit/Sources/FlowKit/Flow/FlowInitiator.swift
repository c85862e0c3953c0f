/// The one protocol through which an app, or another flow, starts a component's flow.
///
/// A flow gets typed parameters and a presenter, asks its questions on that presenter, and answers
/// exactly once through `reply`: completed with a value, cancelled, or failed with a reason. It does
/// not know which flow runs before or after it.
public protocol FlowInitiator<Parameters, Output>: Sendable {
  /// The values that the flow needs before its first question.
  associatedtype Parameters: Sendable
  /// The result of a completed flow.
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

/// Cancels a running flow.
public struct FlowHandle: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle that calls `onCancel` each time the starter cancels.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Asks the flow to stop; it still answers exactly once, and a flow past its point of no return may
  /// complete.
  public func cancel() {
    onCancel()
  }
}

/// Waits for the result that a flow passes to a callback.
///
/// ```swift
/// let result = await waitForCallback { callback in
///   flow.start(parameters, on: presenter) { result in callback(result) }
/// }
/// ```
///
/// Cancelling the current task cancels the flow through its handle, but still waits for the result: a
/// flow past its point of no return may complete. If the callback is called several times, the first
/// result counts; if it is dropped without a call, the result is ``FlowFailure/abandoned``.
public func waitForCallback<Output>(
  _ start: (_ callback: @escaping @Sendable (FlowResult<Output>) -> Void) throws -> FlowHandle
) async rethrows -> FlowResult<Output> {
  let (results, continuation) = AsyncStream<FlowResult<Output>>.makeStream()
  let handle = try {
    let callback = Callback(continuation)
    return try start { callback.deliver($0) }
  }()
  // Not cancelled with the current task, since a cancelled flow answers, too.
  let result = Task { await results.first { _ in true } ?? .failed(.abandoned) }
  return await withTaskCancellationHandler {
    await result.value
  } onCancel: {
    handle.cancel()
  }
}

/// Delivers the first result, and ignores all others.
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
  /// Starts the flow and waits for its result; cancelling the current task cancels the flow.
  public func start(
    _ parameters: Parameters,
    on presenter: any Presenter
  ) async -> FlowResult<Output> {
    await waitForCallback { callback in
      start(parameters, on: presenter) { result in callback(result) }
    }
  }
}

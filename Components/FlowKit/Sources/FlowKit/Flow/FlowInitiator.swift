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

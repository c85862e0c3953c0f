/// The single answer that a flow owes to whoever started it.
///
/// The value cannot be copied and each way to answer consumes it, so that a second answer does not
/// compile. A reply that is dropped answers ``FlowFailure/abandoned``: the starter never hangs.
public struct FlowReply<Output: Sendable>: ~Copyable, Sendable {
  private var deliver: (@Sendable (FlowResult<Output>) -> Void)?

  /// Makes a reply that calls `deliver` exactly once, on whichever thread the flow answers.
  public init(_ deliver: @escaping @Sendable (FlowResult<Output>) -> Void) {
    self.deliver = deliver
  }

  deinit {
    deliver?(.failed(.abandoned))
  }

  /// Answers that the flow did what it was started for.
  public consuming func complete(_ output: Output) {
    answer(.completed(output))
  }

  /// Answers that the person, or the starter, backed out.
  public consuming func cancel() {
    answer(.cancelled)
  }

  /// Answers that the flow could not do what it was started for.
  public consuming func fail(_ failure: FlowFailure) {
    answer(.failed(failure))
  }

  /// Answers with a result that was made elsewhere.
  public consuming func answer(_ result: FlowResult<Output>) {
    let deliver = self.deliver
    self.deliver = nil
    deliver?(result)
  }

  /// Turns this reply into one for a flow that answers with another type.
  ///
  /// An error that `transform` throws becomes the answer, as if the other flow had failed with it.
  public consuming func accepting<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) throws -> Output
  ) -> FlowReply<Other> {
    let deliver = self.deliver
    self.deliver = nil
    return FlowReply<Other> { result in
      deliver?(result.map(transform))
    }
  }
}

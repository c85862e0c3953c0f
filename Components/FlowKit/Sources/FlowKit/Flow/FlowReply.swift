/// The one result that a flow reports to its starter.
///
/// A reply cannot be copied, and each method that answers consumes it, so a second answer does not
/// compile. A reply that is dropped without an answer reports ``FlowFailure/abandoned``.
public struct FlowReply<Output: Sendable>: ~Copyable, Sendable {
  private var deliver: (@Sendable (FlowResult<Output>) -> Void)?

  /// Makes a reply that calls `deliver` exactly once, on the thread on which the flow answers.
  public init(_ deliver: @escaping @Sendable (FlowResult<Output>) -> Void) {
    self.deliver = deliver
  }

  deinit {
    deliver?(.failed(.abandoned))
  }

  public consuming func complete(_ output: Output) {
    answer(.completed(output))
  }

  public consuming func cancel() {
    answer(.cancelled)
  }

  public consuming func fail(_ failure: FlowFailure) {
    answer(.failed(failure))
  }

  /// Answers with a result.
  public consuming func answer(_ result: FlowResult<Output>) {
    release()?(result)
  }

  /// Returns the closure to answer with; the caller calls it exactly once.
  consuming func release() -> (@Sendable (FlowResult<Output>) -> Void)? {
    let deliver = self.deliver
    self.deliver = nil
    return deliver
  }

  /// Makes a reply for a flow with another output, which is converted for this reply.
  ///
  /// If `transform` throws, the flow fails with that error.
  public consuming func accepting<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) throws -> Output
  ) -> FlowReply<Other> {
    let deliver = release()
    return FlowReply<Other> { result in
      deliver?(result.map(transform))
    }
  }
}

/// How a flow ended.
public enum FlowResult<Output: Sendable>: Sendable {
  case completed(Output)
  case cancelled
  case failed(FlowFailure)
}

extension FlowResult: Equatable where Output: Equatable {}

extension FlowResult {
  /// The output of a completed flow.
  ///
  /// - Throws: `CancellationError` for a cancelled flow, the ``FlowFailure`` of a failed one, so that
  ///   a flow can pass on the result of another one with `try`.
  public func get() throws -> Output {
    switch self {
    case .completed(let output): output
    case .cancelled: throw CancellationError()
    case .failed(let failure): throw failure
    }
  }

  /// The result with its output converted; an error thrown by `transform` becomes the result.
  public func map<Other: Sendable>(
    _ transform: (Output) throws -> Other
  ) -> FlowResult<Other> {
    switch self {
    case .completed(let output):
      do {
        return .completed(try transform(output))
      } catch {
        return .init(endedBy: error)
      }
    case .cancelled: return .cancelled
    case .failed(let failure): return .failed(failure)
    }
  }

  /// The result of a flow that was ended by an error: cancelled for `CancellationError`.
  public init(endedBy error: any Error) {
    switch error {
    case is CancellationError: self = .cancelled
    case let failure as FlowFailure: self = .failed(failure)
    default: self = .failed(FlowFailure(.unexpected, "\(error)"))
    }
  }
}

/// How a flow ended.
public enum FlowResult<Output: Sendable>: Sendable {
  /// The flow did what it was started for.
  case completed(Output)
  /// The person, or the starter, backed out; nothing is owed.
  case cancelled
  /// The flow could not do what it was started for.
  case failed(FlowFailure)
}

extension FlowResult: Equatable where Output: Equatable {}

extension FlowResult {
  /// The output of a completed flow.
  ///
  /// - Throws: `CancellationError` for a cancelled flow, the ``FlowFailure`` of a failed one; a
  ///   flow that runs another can therefore pass its end on with `try`.
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
  init(endedBy error: any Error) {
    switch error {
    case is CancellationError: self = .cancelled
    case let failure as FlowFailure: self = .failed(failure)
    default: self = .failed(FlowFailure(.unexpected, "\(error)"))
    }
  }
}

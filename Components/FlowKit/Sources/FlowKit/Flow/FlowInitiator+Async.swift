import Synchronization

extension FlowInitiator {
  /// Starts the flow and waits for its answer; cancelling the current task cancels the flow.
  public func start(
    _ parameters: Parameters,
    on presenter: any Presenter
  ) async -> FlowResult<Output> {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let handle = start(parameters, on: presenter) { continuation.resume(returning: $0) }
        cancellation.arm(handle)
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

/// Joins a cancellation to a handle, whichever of the two is there first.
private final class Cancellation: Sendable {
  private struct State {
    var handle: FlowHandle?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func arm(_ handle: FlowHandle) {
    let isCancelled = state.withLock { state in
      state.handle = handle
      return state.isCancelled
    }
    if isCancelled { handle.cancel() }
  }

  func cancel() {
    let handle = state.withLock { state in
      state.isCancelled = true
      return state.handle
    }
    handle?.cancel()
  }
}

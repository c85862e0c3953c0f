import Synchronization

/// A flow whose questions follow one another in one async function.
///
/// Conform to this and write ``run(_:on:)``; the reply, the handle and cancellation follow from it.
public protocol SequentialFlow: FlowInitiator {
  /// Asks what there is to ask and returns the output.
  ///
  /// - Throws: `CancellationError` to answer "cancelled" (a presenter throws it when the person
  ///   backs out), a ``FlowFailure`` to answer "failed".
  func run(_ parameters: Parameters, on presenter: any Presenter) async throws -> Output
}

extension SequentialFlow {
  @discardableResult
  public func start(
    _ parameters: Parameters,
    on presenter: any Presenter,
    reply: consuming FlowReply<Output>
  ) -> FlowHandle {
    let pending = PendingReply(reply)
    let task = Task {
      do {
        let output = try await run(parameters, on: presenter)
        pending.answer(.completed(output))
      } catch {
        pending.answer(.init(endedBy: error))
      }
    }
    return FlowHandle { task.cancel() }
  }
}

/// Carries a reply into an escaping closure, which cannot consume a noncopyable value.
private final class PendingReply<Output: Sendable>: Sendable {
  private let reply: Mutex<FlowReply<Output>?>

  init(_ reply: consuming FlowReply<Output>) {
    self.reply = Mutex(reply)
  }

  func answer(_ result: FlowResult<Output>) {
    let reply = reply.withLock { $0.take() }
    reply?.answer(result)
  }
}

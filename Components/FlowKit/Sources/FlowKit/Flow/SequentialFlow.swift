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

/// A flow of another feature, with the parameters and the output that the caller works with.
///
/// A component that wants another feature's flow declares the route's two types as its own; the
/// app's composition root supplies the flow behind it. Neither feature imports the other.
public struct FlowRoute<Parameters: Sendable, Output: Sendable>: FlowInitiator {
  private let begin:
    @Sendable (Parameters, any Presenter, consuming FlowReply<Output>) -> FlowHandle

  public init(to flow: some FlowInitiator<Parameters, Output>) {
    begin = { parameters, presenter, reply in
      flow.start(parameters, on: presenter, reply: reply)
    }
  }

  /// Leads to a flow of other types, converting on the way in and on the way out.
  ///
  /// An error from either conversion becomes the flow's answer.
  public init<Destination: FlowInitiator>(
    to flow: Destination,
    parameters convert: @escaping @Sendable (Parameters) throws -> Destination.Parameters,
    output convertBack: @escaping @Sendable (Destination.Output) throws -> Output
  ) {
    begin = { parameters, presenter, reply in
      do {
        let converted = try convert(parameters)
        return flow.start(converted, on: presenter, reply: reply.accepting(convertBack))
      } catch {
        reply.answer(.init(endedBy: error))
        return FlowHandle {}
      }
    }
  }

  @discardableResult
  public func start(
    _ parameters: Parameters,
    on presenter: any Presenter,
    reply: consuming FlowReply<Output>
  ) -> FlowHandle {
    begin(parameters, presenter, reply)
  }
}

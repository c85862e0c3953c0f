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
    // A task cannot consume what it captures; it runs to its end, and answers there once.
    let answer = reply.release()
    let task = Task {
      let result: FlowResult<Output>
      do {
        result = .completed(try await run(parameters, on: presenter))
      } catch {
        result = .init(endedBy: error)
      }
      answer?(result)
    }
    return FlowHandle { task.cancel() }
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

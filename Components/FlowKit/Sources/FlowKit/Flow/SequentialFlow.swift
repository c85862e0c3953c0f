/// A flow whose questions follow one another in one async function.
///
/// Conform to this and write ``run(_:on:)``; the reply, the handle and cancellation follow from it.
public protocol SequentialFlow: FlowInitiator {
  /// Asks the questions and returns the output.
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
    // A task cannot consume a value that it captures; this one answers once, at its end.
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
/// A component that starts a flow of another feature declares both types itself; the app supplies
/// the flow. Neither feature imports the other.
public struct FlowRoute<Parameters: Sendable, Output: Sendable>: FlowInitiator {
  private let begin:
    @Sendable (Parameters, any Presenter, consuming FlowReply<Output>) -> FlowHandle

  public init(to flow: some FlowInitiator<Parameters, Output>) {
    begin = { parameters, presenter, reply in
      flow.start(parameters, on: presenter, reply: reply)
    }
  }

  /// Routes to a flow with other types, and converts parameters and output.
  ///
  /// If a conversion throws, the flow fails with that error.
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

/// A way to a flow that lives elsewhere, in the words of whoever takes it.
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

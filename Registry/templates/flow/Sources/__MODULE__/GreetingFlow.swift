public import FlowKit

/// Asks for a name and completes with a greeting; in place of what the flow is for.
public struct GreetingFlow: SequentialFlow, LinkedFlow {
  /// The first word of the greeting.
  public typealias Parameters = String

  /// The whole greeting.
  public typealias Output = String

  public static let linkName = "greet"
  public static let linkExamples = ["greet/Hello"]

  /// Makes a flow that can be started any number of times.
  public init() {}

  /// Reads the first word of the greeting.
  public func parameters(for link: FlowLink) throws -> String {
    try link.expect(pathCount: 1...1, queryNames: [])
    return link.path[0]
  }

  /// Runs the flow once.
  public func run(_ greeting: String, on presenter: any Presenter) async throws -> String {
    guard !greeting.isEmpty else {
      throw FlowFailure(.invalidParameters, "the greeting is empty")
    }
    let name = try await presenter.ask(.text("name", "Your name?"))
    return "\(greeting), \(name)"
  }
}

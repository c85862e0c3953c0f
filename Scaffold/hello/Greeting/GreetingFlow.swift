public import FlowKit

/// Greets whoever is there by name.
public struct GreetingFlow: SequentialFlow {
  public typealias Parameters = String
  public typealias Output = String

  public init() {}

  public func run(_ greeting: String, on presenter: any Presenter) async throws -> String {
    let name = try await presenter.ask(.text("name", "What is your name?"))
    return "\(greeting), \(name)!"
  }
}

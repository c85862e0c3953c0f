import FlowKit

/// The smallest flow there is: greets whoever is asked for a name.
struct GreetingFlow: SequentialFlow {
  typealias Parameters = String
  typealias Output = String

  func run(_ greeting: String, on presenter: any Presenter) async throws -> String {
    guard !greeting.isEmpty else {
      throw FlowFailure(.invalidParameters, "the greeting is empty")
    }
    let name = try await presenter.ask(.text("name", "Your name?"))
    return "\(greeting), \(name)"
  }
}

import FlowKit

/// Greets by name after asking twice, or breaks the contract in one way.
struct PoliteFlow: SequentialFlow {
  typealias Parameters = String
  typealias Output = String

  enum Behaviour: Sendable {
    case polite
    case asksTooLittle
    case asksTooMuch
    /// Ends the same way whatever happens at the second question.
    case committed
    /// Takes bad parameters.
    case trusting
    case asksBeforeRefusing
  }

  let behaviour: Behaviour

  func run(_ greeting: String, on presenter: any Presenter) async throws -> String {
    if case .asksBeforeRefusing = behaviour {
      try await presenter.show(Page(title: "Welcome"))
    }
    if greeting.isEmpty, behaviour != .trusting {
      throw FlowFailure(.invalidParameters, "the greeting is empty")
    }
    let name = try await presenter.ask(.text("name", "Your name?"))
    switch behaviour {
    case .asksTooLittle: break
    case .committed: _ = try? await presenter.ask(.confirm("sure", "Sure?"))
    default: _ = try await presenter.ask(.confirm("sure", "Sure?"))
    }
    if behaviour == .asksTooMuch { _ = try await presenter.ask(.text("more", "More?")) }
    return "\(greeting), \(name)"
  }
}

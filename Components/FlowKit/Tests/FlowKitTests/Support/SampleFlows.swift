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

/// Gives no answer to the first question.
final class SilentPresenter: Presenter {
  enum Behaviour: Sendable {
    /// Backs out.
    case leaves
    /// Says nothing until the task is cancelled.
    case waits
  }

  private let behaviour: Behaviour
  private let asked: AsyncStream<Never>
  private let signal: AsyncStream<Never>.Continuation

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    (asked, signal) = AsyncStream.makeStream()
  }

  /// Suspends until the question is there.
  func isAsked() async {
    for await _ in asked {}
  }

  func response(to prompt: Prompt) async throws -> Response {
    signal.finish()
    if case .waits = behaviour {
      let (silence, _) = AsyncStream<Never>.makeStream()
      for await _ in silence {}
    }
    throw CancellationError()
  }
}

extension FlowFailure {
  static let sample = FlowFailure(
    .unavailable,
    "the oven is 'off', expected 'on'",
    help: "plug it in"
  )
}

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

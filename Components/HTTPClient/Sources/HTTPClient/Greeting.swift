/// A greeting, in place of what the component is for.
public struct Greeting: Hashable, Sendable {
  /// The words to show.
  public let text: String

  /// Greets a person by name.
  public init(to name: String) {
    text = "Hello, \(name)"
  }
}

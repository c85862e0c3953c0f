/// Why an answer was refused, in words for the person.
public struct InvalidAnswer: Error, Hashable, Sendable {
  /// A lower-case fragment that names the answer and what was expected.
  public let message: String
  /// What to answer instead, where that is known.
  public let help: String?

  /// Makes a refusal.
  public init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

extension InvalidAnswer: CustomStringConvertible {
  /// The message, and the help after it.
  public var description: String {
    guard let help else { return message }
    return "\(message); \(help)"
  }
}

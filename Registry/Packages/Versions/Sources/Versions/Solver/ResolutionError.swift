/// Why a request has no answer, and what would give it one.
public struct ResolutionError: Error, Hashable, Sendable {
  /// A lower-case fragment that names the pins in single quotes.
  public let message: String
  /// What leads there, one sentence each, in the order in which they follow; they refer to each
  /// other by their numbers, from 1.
  public let reasons: [String]
  /// What the person can do, where there is something; all that is said here was tried.
  public let help: String?
  /// The pins that cannot be met together, whatever other pins there are.
  public let pins: [ComponentName]
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message with its failed attempts.
public struct OutboxEntry: Hashable, Sendable, Codable {
  /// The message.
  public let message: OutboxMessage
  /// How many attempts have failed.
  public let attempts: Int
  /// Why the last attempt failed.
  public let problem: String?

  /// Makes an entry from its stored form.
  public init(message: OutboxMessage, attempts: Int, problem: String?) {
    self.message = message
    self.attempts = attempts
    self.problem = problem
  }
}

/// A claim of one sender to send a message, and the time at which it lapses.
public struct OutboxClaim: Hashable, Sendable {
  /// A new identifier for each claim.
  public let id: ClaimID
  /// The current time.
  public let at: Date
  /// When the claim lapses, so that another sender can take over after a crash.
  public let until: Date

  /// Makes a claim.
  public init(id: ClaimID, at: Date, until: Date) {
    self.id = id
    self.at = at
    self.until = until
  }
}

/// The identifier of a claim.
public struct ClaimID: RawRepresentable, Hashable, Sendable, Codable {
  /// The stored form.
  public let rawValue: String

  /// Makes an identifier from its stored form.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message with what became of it so far.
public struct OutboxEntry: Hashable, Sendable, Codable {
  /// What is to be sent.
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

/// A wish to send a message, and for how long nobody else may.
public struct OutboxClaim: Hashable, Sendable {
  /// Who claims: a new identifier for each claim.
  public let id: ClaimID
  /// The present.
  public let at: Date
  /// When the claim lapses, so that a sender that was killed holds nothing back for long.
  public let until: Date

  /// Makes a claim.
  public init(id: ClaimID, at: Date, until: Date) {
    self.id = id
    self.at = at
    self.until = until
  }
}

/// A claim by its name.
public struct ClaimID: RawRepresentable, Hashable, Sendable, Codable {
  /// The name.
  public let rawValue: String

  /// Makes an identifier from its stored form.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

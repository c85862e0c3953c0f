#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of an outbox for one destination.
public struct OutboxState: Hashable, Sendable {
  /// The number of messages that wait to be sent.
  public let waiting: Int
  /// The number of messages that were given up, and are kept.
  public let givenUp: Int
  /// Why the last attempt failed: of the waiting message that is due next or, if none has failed,
  /// of the one that was given up last; `nil` if no attempt has failed.
  public let problem: String?
  /// When the next message can be claimed, which may be in the past; `nil` if none waits.
  public let nextAttempt: Date?

  /// Makes a state.
  public init(waiting: Int, givenUp: Int, problem: String? = nil, nextAttempt: Date? = nil) {
    self.waiting = waiting
    self.givenUp = givenUp
    self.problem = problem
    self.nextAttempt = nextAttempt
  }
}

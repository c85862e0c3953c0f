#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How things stand between an outbox and a destination.
public struct OutboxState: Hashable, Sendable {
  /// How many messages are still to be sent.
  public let waiting: Int
  /// How many messages are kept, but not sent any more.
  public let givenUp: Int
  /// Why the waiting message that is due next failed last or, where none has failed, the one that
  /// was given up last; nil where no attempt has failed.
  public let problem: String?
  /// When the next message can be claimed, which is the past where one can be by now; nil where none
  /// waits.
  public let nextAttempt: Date?

  /// Makes a state.
  public init(waiting: Int, givenUp: Int, problem: String? = nil, nextAttempt: Date? = nil) {
    self.waiting = waiting
    self.givenUp = givenUp
    self.problem = problem
    self.nextAttempt = nextAttempt
  }
}

public import Foundation

/// The messages that wait to be sent, or that were given up.
///
/// Messages come in through ``TimelineStore/append(_:to:messages:)`` as *waiting*, and end as
/// *delivered* or *given up*. Each method is one transaction; calls may come from several
/// processes.
public protocol Outbox: Sendable {
  /// Reserves the next message for one sender; `nil` if there is none to send.
  ///
  /// A message can be claimed if it is waiting, due at `claim.at`, not under a claim that lasts
  /// beyond `claim.at`, and **the first waiting message of its order for that destination**, by
  /// sequence: an earlier one that is not yet due, or is being sent, holds back the later ones; one
  /// that was delivered or given up does not. Of several, the one that has been due longest comes
  /// first, then the one whose order comes first by its reference.
  func claimNext(for destination: DestinationName, _ claim: OutboxClaim) async throws
    -> OutboxEntry?

  /// Marks a waiting message as delivered, even if another sender has claimed it since. Does
  /// nothing for a message that is not waiting. A delivered message may be deleted.
  func markDelivered(_ id: MessageID) async throws

  /// Ends the claim, counts the attempt and keeps `problem`; the message becomes due at
  /// `nextAttempt`, or is given up if that is `nil`.
  ///
  /// Does nothing unless the message is waiting under the claim of that identifier, so that a
  /// sender whose claim has lapsed changes nothing.
  func markFailed(
    _ id: MessageID,
    claimedBy claim: ClaimID,
    problem: String,
    nextAttempt: Date?
  ) async throws

  /// The numbers of messages and the next attempt, read in one transaction.
  ///
  /// The problem is that of one message with failed attempts: of the waiting ones the one that is
  /// due first, or else of those given up the one that was due last (then the first by order and
  /// sequence); `nil` if no attempt has failed. The next attempt is the earliest instant at which
  /// ``claimNext(for:_:)`` finds a message: for the first waiting message of each order, when it is
  /// due or when its claim lapses, whichever is later, and the least of these.
  func state(of destination: DestinationName) async throws -> OutboxState

  /// The messages that were given up, by order and sequence.
  func givenUp(for destination: DestinationName) async throws -> [OutboxEntry]

  /// Makes a message that was given up wait again: due at `instant`, with no attempts counted.
  /// Does nothing for a message that was not given up.
  func requeue(_ id: MessageID, at instant: Date) async throws
}

/// The state of an outbox for one destination.
public struct OutboxState: Hashable, Sendable {
  public let waiting: Int
  public let givenUp: Int
  /// Why the last attempt failed: of the waiting message that is due next or, if none has failed,
  /// of the one that was given up last; `nil` if no attempt has failed.
  public let problem: String?
  /// When the next message can be claimed, which may be in the past; `nil` if none waits.
  public let nextAttempt: Date?

  public init(waiting: Int, givenUp: Int, problem: String? = nil, nextAttempt: Date? = nil) {
    self.waiting = waiting
    self.givenUp = givenUp
    self.problem = problem
    self.nextAttempt = nextAttempt
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The messages that are still to be sent, or could not be: nothing leaves it unsent.
///
/// Messages come in through ``TimelineStore/append(_:to:messages:)`` as *waiting*, and end as
/// *delivered* or *given up*. Each method is one transaction; calls may come from several processes.
public protocol Outbox: Sendable {
  /// Reserves a message for one sender, or returns nil where there is none to send.
  ///
  /// A message can be claimed if it is waiting, due at `claim.at`, not under a claim that lasts
  /// beyond `claim.at`, and **the first waiting message of its order for that destination**, by
  /// sequence: an earlier one that is not yet due, or is being sent, holds back the later ones; one
  /// that was delivered or given up does not. Of several, the one that has been due longest comes
  /// first, then the one whose order comes first by its reference.
  func claimNext(for destination: DestinationName, _ claim: OutboxClaim) async throws
    -> OutboxEntry?

  /// Ends a waiting message as delivered, whoever holds it by now: a receiver that has said yes
  /// once has the message. Does nothing for a message that is not waiting. A delivered message may
  /// be forgotten.
  func markDelivered(_ id: MessageID) async throws

  /// Ends the claim, counts the attempt and keeps `problem`; the message becomes due at
  /// `nextAttempt`, or is given up where that is nil.
  ///
  /// Does nothing unless the message is waiting under the claim of that identifier: who was too slow
  /// has no say any more.
  func markFailed(
    _ id: MessageID,
    claimedBy claim: ClaimID,
    problem: String,
    nextAttempt: Date?
  ) async throws

  /// How things stand, read at one moment.
  ///
  /// The problem is that of one message with failed attempts: of the waiting ones the one that is
  /// due first, or else of those given up the one that was due last (then the first by order and
  /// sequence); nil where no attempt has failed. The next attempt is the earliest instant at which
  /// ``claimNext(for:_:)`` finds a message: for the first waiting message of each order, when it is
  /// due or when its claim lapses, whichever is later, and the least of these.
  func state(of destination: DestinationName) async throws -> OutboxState

  /// The messages that were given up, by order and sequence.
  func givenUp(for destination: DestinationName) async throws -> [OutboxEntry]

  /// Makes a message that was given up wait again: due at `instant`, with no attempts counted.
  /// Does nothing for a message that was not given up.
  func requeue(_ id: MessageID, at instant: Date) async throws
}

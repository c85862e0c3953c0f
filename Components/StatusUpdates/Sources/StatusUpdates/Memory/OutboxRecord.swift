import FlowKit
import StatusUpdatesInterface

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message with its state in the outbox.
struct OutboxRecord {
  let message: OutboxMessage
  /// When it was due last, once it is given up.
  var dueAt: Date
  var isGivenUp = false
  var claim: OutboxClaim?
  var attempts = 0
  var problem: String?

  init(_ message: OutboxMessage) {
    self.message = message
    dueAt = message.createdAt
  }

  var sequence: Int { message.sequence }
  var order: String { message.order.rawValue }
  var entry: OutboxEntry {
    OutboxEntry(message: message, attempts: attempts, problem: problem)
  }
  /// From when on it can be claimed, as far as other messages do not hold it back.
  var claimableAt: Date {
    max(dueAt, claim?.until ?? dueAt)
  }

  func isWaiting(for destination: DestinationName) -> Bool {
    message.destination == destination && !isGivenUp
  }

  func isListed(before other: OutboxRecord) -> Bool {
    (order, sequence) < (other.order, other.sequence)
  }

  func goesBefore(_ other: OutboxRecord) -> Bool {
    (dueAt, order) < (other.dueAt, other.order)
  }

  /// Whether its problem rather than the other's says how things stand.
  func tellsMore(than other: OutboxRecord) -> Bool {
    guard isGivenUp == other.isGivenUp else { return other.isGivenUp }
    guard dueAt == other.dueAt else { return (dueAt < other.dueAt) != isGivenUp }
    return isListed(before: other)
  }
}

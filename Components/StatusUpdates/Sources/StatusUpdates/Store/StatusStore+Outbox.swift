import FlowKit
package import Foundation
import GRDB
import Persistence

/// The outbox: the messages that wait to be sent, or that were given up.
///
/// Messages come in through ``append(_:to:messages:)`` as *waiting*, and end as *delivered* or *given
/// up*.
extension StatusStore {
  /// Reserves the next message for one sender; `nil` if there is none to send.
  ///
  /// A message can be claimed if it is waiting, due at `claim.at`, not under a claim that lasts
  /// beyond `claim.at`, and **the first waiting message of its order for that destination**, by
  /// sequence: an earlier one that is not yet due, or is being sent, holds back the later ones; one
  /// that was delivered or given up does not. Of several, the one that has been due longest comes
  /// first, then the one whose order comes first by its reference.
  package func claimNext(
    for destination: Destination,
    _ claim: OutboxClaim
  ) async throws -> OutboxMessage? {
    let now = try StoredForm.milliseconds(claim.at)
    return try await database.write { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT * FROM outboxMessage AS candidate
          WHERE destination = ? AND state = 'waiting' AND dueAt <= ?
            AND (claimedUntil IS NULL OR claimedUntil <= ?)
            AND NOT EXISTS (
              SELECT 1 FROM outboxMessage AS earlier
              WHERE earlier.destination = candidate.destination AND earlier.state = 'waiting'
                AND earlier.orderReference = candidate.orderReference
                AND earlier.sequence < candidate.sequence
            )
          ORDER BY dueAt, orderReference LIMIT 1
          """,
        arguments: [destination.rawValue, now, now]
      )
      guard let row else { return nil }
      let message = try OutboxMessage(row: row)
      try db.execute(
        sql: "UPDATE outboxMessage SET claimID = ?, claimedUntil = ? WHERE id = ?",
        arguments: [
          claim.id.rawValue, try StoredForm.milliseconds(claim.until), message.id.rawValue,
        ]
      )
      return message
    }
  }

  /// Marks a waiting message as delivered, even if another sender has claimed it since.
  package func markDelivered(_ id: MessageID) async throws {
    try await database.write { db in
      try db.execute(
        sql: """
          UPDATE outboxMessage SET state = 'delivered', claimID = NULL, claimedUntil = NULL
          WHERE id = ? AND state = 'waiting'
          """,
        arguments: [id.rawValue]
      )
    }
  }

  /// Ends the claim, counts the attempt and keeps `problem`; the message becomes due at
  /// `nextAttempt`, or is given up if that is `nil`.
  ///
  /// Does nothing unless the message is waiting under the claim of that identifier, so that a
  /// sender whose claim has lapsed changes nothing.
  package func markFailed(
    _ id: MessageID,
    claimedBy claim: ClaimID,
    problem: String,
    nextAttempt: Date?
  ) async throws {
    try await database.write { db in
      try db.execute(
        sql: """
          UPDATE outboxMessage
          SET state = iif(:next IS NULL, 'givenUp', 'waiting'), dueAt = coalesce(:next, dueAt),
            attempts = attempts + 1, problem = :problem, claimID = NULL, claimedUntil = NULL
          WHERE id = :id AND state = 'waiting' AND claimID = :claim
          """,
        arguments: [
          "next": try nextAttempt.map(StoredForm.milliseconds), "problem": problem,
          "id": id.rawValue, "claim": claim.rawValue,
        ]
      )
    }
  }

  /// The numbers of messages and the next attempt, read in one transaction.
  ///
  /// The problem is that of one message with failed attempts: of the waiting ones the one that is
  /// due first, or else of those given up the one that was due last (then the first by order and
  /// sequence). The next attempt is the earliest instant at which ``claimNext(for:_:)`` finds a
  /// message: for the first waiting message of each order, when it is due or when its claim lapses,
  /// whichever is later, and the least of these.
  package func report(on destination: Destination) async throws -> DispatchReport {
    try await database.read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          WITH kept AS (
            SELECT * FROM outboxMessage
            WHERE destination = ? AND state IN ('waiting', 'givenUp')
          )
          SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
            count(*) FILTER (WHERE state = 'givenUp') AS givenUp,
            (
              SELECT problem FROM kept WHERE attempts > 0
              ORDER BY state = 'givenUp', iif(state = 'givenUp', -dueAt, dueAt),
                orderReference, sequence
              LIMIT 1
            ) AS problem,
            (
              SELECT min(max(dueAt, coalesce(claimedUntil, dueAt))) FROM kept AS candidate
              WHERE state = 'waiting' AND NOT EXISTS (
                SELECT 1 FROM kept AS earlier
                WHERE earlier.state = 'waiting'
                  AND earlier.orderReference = candidate.orderReference
                  AND earlier.sequence < candidate.sequence
              )
            ) AS nextAttempt
          FROM kept
          """,
        arguments: [destination.rawValue]
      )
      let next: Int64? = try row?.stored("nextAttempt")
      return DispatchReport(
        waiting: try row?.stored("waiting") ?? 0,
        givenUp: try row?.stored("givenUp") ?? 0,
        problem: try row?.stored("problem"),
        nextAttempt: try next.map {
          try StoredForm.date($0, of: "the outbox for '\(destination.rawValue)'")
        }
      )
    }
  }

  /// Makes the messages that were given up wait again: due at `instant`, with no attempts counted.
  ///
  /// - Returns: how many there were.
  package func requeueGivenUp(for destination: Destination, at instant: Date) async throws -> Int {
    try await database.write { db in
      try db.execute(
        sql: """
          UPDATE outboxMessage SET state = 'waiting', dueAt = ?, attempts = 0
          WHERE destination = ? AND state = 'givenUp'
          """,
        arguments: [try StoredForm.milliseconds(instant), destination.rawValue]
      )
      return db.changesCount
    }
  }
}

extension StatusStore {
  /// Takes all messages that wait, in the order of their changes, one line each; each is taken once.
  public func takeNews() async throws -> [String] {
    try await database.write { db in
      let ofTerminal = "destination = 'terminal' AND state = 'waiting'"
      let lines = try String.fetchAll(
        db,
        sql: """
          SELECT body FROM outboxMessage WHERE \(ofTerminal)
          ORDER BY createdAt, orderReference, sequence
          """
      )
      try db.execute(sql: "UPDATE outboxMessage SET state = 'delivered' WHERE \(ofTerminal)")
      return lines
    }
  }

  /// Takes the messages about changes of an order that a person has seen.
  func forgetNews(of changes: some Sequence<StatusChange>, of order: OrderReference) async throws {
    for change in changes {
      let id = MessageID(destination: .terminal, order: order, sequence: change.sequence)
      try await markDelivered(id)
    }
  }
}

extension OutboxMessage {
  func insert(into db: Database) throws {
    let created = try StoredForm.milliseconds(createdAt)
    try db.execute(
      sql: """
        INSERT INTO outboxMessage
          (id, destination, orderReference, sequence, body, createdAt, dueAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id.rawValue, destination.rawValue, order.rawValue, sequence, body, created, created,
      ]
    )
  }

  fileprivate init(row: Row) throws {
    let name: String = try row.stored("id")
    attempts = try row.stored("attempts")
    guard 0...Int(Int32.max) ~= attempts else {
      throw FlowFailure.damaged("message '\(name)' in the outbox is damaged: \(attempts) attempts")
    }
    guard let destination = Destination(rawValue: try row.stored("destination")) else {
      throw FlowFailure.damaged("message '\(name)' in the outbox is damaged: unknown destination")
    }
    id = MessageID(rawValue: name)
    self.destination = destination
    order = OrderReference(rawValue: try row.stored("orderReference"))
    sequence = try row.stored("sequence")
    body = try row.stored("body")
    createdAt = try StoredForm.date(row.stored("createdAt"), of: "message '\(name)' in the outbox")
  }
}

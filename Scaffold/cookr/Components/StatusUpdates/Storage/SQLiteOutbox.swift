import FlowKit
package import Foundation
import GRDB
package import Persistence
package import StatusUpdatesInterface

/// Keeps undelivered messages in the app's database.
package struct SQLiteOutbox: Outbox {
  private let database: DatabaseFile

  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func claimNext(
    for destination: DestinationName,
    _ claim: OutboxClaim
  ) async throws -> OutboxEntry? {
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
      let entry = try Self.entry(row)
      try db.execute(
        sql: "UPDATE outboxMessage SET claimID = ?, claimedUntil = ? WHERE id = ?",
        arguments: [
          claim.id.rawValue, try StoredForm.milliseconds(claim.until), entry.message.id.rawValue,
        ]
      )
      return entry
    }
  }

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

  package func state(of destination: DestinationName) async throws -> OutboxState {
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
      return OutboxState(
        waiting: try row?.stored("waiting") ?? 0,
        givenUp: try row?.stored("givenUp") ?? 0,
        problem: try row?.stored("problem"),
        nextAttempt: try next.map {
          try StoredForm.date($0, of: "the outbox for '\(destination.rawValue)'")
        }
      )
    }
  }

  package func givenUp(for destination: DestinationName) async throws -> [OutboxEntry] {
    try await database.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM outboxMessage WHERE destination = ? AND state = 'givenUp'
          ORDER BY orderReference, sequence
          """,
        arguments: [destination.rawValue]
      )
      .map(Self.entry)
    }
  }

  package func requeue(_ id: MessageID, at instant: Date) async throws {
    try await database.write { db in
      try db.execute(
        sql: """
          UPDATE outboxMessage SET state = 'waiting', dueAt = ?, attempts = 0
          WHERE id = ? AND state = 'givenUp'
          """,
        arguments: [try StoredForm.milliseconds(instant), id.rawValue]
      )
    }
  }

  private static func entry(_ row: Row) throws -> OutboxEntry {
    let id: String = try row.stored("id")
    let attempts: Int = try row.stored("attempts")
    guard 0...Int(Int32.max) ~= attempts else {
      throw FlowFailure.damaged("message '\(id)' in the outbox is damaged: \(attempts) attempts")
    }
    return OutboxEntry(
      message: OutboxMessage(
        id: MessageID(rawValue: id),
        destination: DestinationName(rawValue: try row.stored("destination")),
        order: OrderReference(rawValue: try row.stored("orderReference")),
        sequence: try row.stored("sequence"),
        body: try row.stored("body"),
        createdAt: try StoredForm.date(
          row.stored("createdAt"),
          of: "message '\(id)' in the outbox"
        )
      ),
      attempts: attempts,
      problem: try row.stored("problem")
    )
  }
}

package import ChefSourcing
import FlowKit
import GRDB
package import Persistence

/// Keeps offers, and the chef who accepted each order, in the apps' database; a cancelled order gets
/// neither.
package struct SQLiteOfferStore: OfferStore {
  private let database: DatabaseFile

  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func put(_ offer: ChefOffer) async throws -> OfferRecord {
    let document = try StoredForm.document(offer)
    return try await database.write { db in
      let last = try Self.latest(ofOrder: offer.orderReference, in: db)
      if let last {
        if case .accepted = last.state { return last }
        if last.offer.chefID == offer.chefID, last.isOpen(at: offer.madeAt) { return last }
      }
      try Cancellations.requireNone(of: offer.orderReference, in: db)
      if let last, last.state == .open { try Self.set(.withdrawn, of: last, in: db) }
      let record = OfferRecord(offer, number: (last?.number ?? 0) + 1)
      try db.execute(
        sql: """
          INSERT INTO offer (orderReference, number, chefID, state, document)
          VALUES (?, ?, ?, 'open', ?)
          """,
        arguments: [offer.orderReference, record.number, offer.chefID.rawValue, document]
      )
      return record
    }
  }

  package func end(_ record: OfferRecord, as state: OfferState) async throws -> OfferRecord {
    try await database.write { db in
      var current = try Self.offer(record.number, ofOrder: record.offer.orderReference, in: db)
      guard current.state == .open else { return current }
      if case .accepted(let instant) = state {
        try Cancellations.requireNone(of: record.offer.orderReference, in: db)
        let assignment = ChefAssignment(of: current.offer, at: instant)
        try db.execute(
          sql: "INSERT INTO assignment (orderReference, chefID, document) VALUES (?, ?, ?)",
          arguments: [
            assignment.orderReference, assignment.chefID.rawValue,
            try StoredForm.document(assignment),
          ]
        )
      }
      try Self.set(state, of: current, in: db)
      current.state = state
      return current
    }
  }

  package func latestOffer(forOrder orderReference: String) async throws -> OfferRecord? {
    try await database.read { db in try Self.latest(ofOrder: orderReference, in: db) }
  }

  package func assignment(forOrder orderReference: String) async throws -> ChefAssignment? {
    try await database.read { db in
      try db.documents(
        ChefAssignment.self,
        namedBy: "orderReference",
        "SELECT orderReference, document FROM assignment WHERE orderReference = ?",
        [orderReference]
      ).first
    }
  }

  private static func latest(ofOrder order: String, in db: Database) throws -> OfferRecord? {
    try Row.fetchOne(
      db,
      sql: "SELECT * FROM offer WHERE orderReference = ? ORDER BY number DESC LIMIT 1",
      arguments: [order]
    )
    .map(record)
  }

  private static func offer(
    _ number: Int,
    ofOrder order: String,
    in db: Database
  ) throws -> OfferRecord {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT * FROM offer WHERE orderReference = ? AND number = ?",
      arguments: [order, number]
    )
    guard let row else {
      throw FlowFailure.damaged("offer \(number) of order '\(order)' is missing in the database")
    }
    return try record(row)
  }

  private static func set(_ state: OfferState, of record: OfferRecord, in db: Database) throws {
    let columns: (name: String, at: Int64?, reason: String?) =
      switch state {
      case .open: ("open", nil, nil)
      case .accepted(let instant): ("accepted", try StoredForm.milliseconds(instant), nil)
      case .declined(let reason): ("declined", nil, reason)
      case .withdrawn: ("withdrawn", nil, nil)
      }
    try db.execute(
      sql: """
        UPDATE offer SET state = ?, acceptedAt = ?, reason = ?
        WHERE orderReference = ? AND number = ?
        """,
      arguments: [
        columns.name, columns.at, columns.reason, record.offer.orderReference, record.number,
      ]
    )
  }

  private static func record(_ row: Row) throws -> OfferRecord {
    let offer = try StoredForm.value(ChefOffer.self, in: row, namedBy: "orderReference")
    let name = "offer of order '\(offer.orderReference)'"
    let state: String = try row.stored("state")
    let acceptedAt: Int64? = try row.stored("acceptedAt")
    let reason: String? = try row.stored("reason")
    let number: Int = try row.stored("number")
    switch (state, acceptedAt, reason) {
    case ("open", _, _): return OfferRecord(offer, number: number, state: .open)
    case ("withdrawn", _, _): return OfferRecord(offer, number: number, state: .withdrawn)
    case ("declined", _, let reason?):
      return OfferRecord(offer, number: number, state: .declined(reason: reason))
    case ("accepted", let instant?, _):
      let at = try StoredForm.date(instant, of: name)
      return OfferRecord(offer, number: number, state: .accepted(at: at))
    default: throw FlowFailure.damaged("the \(name) is damaged: state '\(state)'")
    }
  }
}

extension Schema.Step {
  /// Offers, and the chef of each order.
  ///
  /// Files of earlier apps have the second table already.
  package static let offers = Self(
    "offers",
    of: "ChefSourcing",
    sql: """
      CREATE TABLE IF NOT EXISTS assignment (
        orderReference TEXT PRIMARY KEY NOT NULL,
        chefID TEXT NOT NULL,
        document TEXT NOT NULL CHECK (json_valid(document))
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE offer (
        orderReference TEXT NOT NULL,
        number INTEGER NOT NULL CHECK (number >= 1),
        chefID TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
        acceptedAt INTEGER,
        reason TEXT,
        document TEXT NOT NULL CHECK (json_valid(document)),
        PRIMARY KEY (orderReference, number)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX offerLive ON offer (orderReference)
        WHERE state IN ('open', 'accepted');
      """
  )
}

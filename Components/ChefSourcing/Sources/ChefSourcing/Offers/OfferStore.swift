import FlowKit
import GRDB
public import Persistence

/// The offers of orders to chefs, and the chef who accepted each order; customers and kitchens share
/// it.
///
/// Each method is one transaction; calls may come from several processes at once. Of an order's
/// offers, at most one is open or accepted, and it is the last. A cancelled order gets neither an
/// offer nor a chef.
public struct OfferStore: Sendable {
  private let database: SharedDatabase

  /// Makes the store on a database that has its ``tables``.
  public init(_ database: SharedDatabase) {
    self.database = database
  }

  /// Makes a store in memory, for previews, rehearsals and tests.
  public static func inMemory() -> OfferStore {
    OfferStore(SharedDatabase(inMemory: Schema(tables)))
  }

  /// Adds an open offer.
  ///
  /// An open offer of the order to another chef is withdrawn. Nothing is added if the order has an
  /// accepted offer, or an open one to the same chef that can still be answered.
  ///
  /// - Returns: the offer that is open or accepted now.
  public func put(_ offer: ChefOffer) async throws -> OfferRecord {
    let document = try StoredForm.document(offer)
    return try await database.write { db in
      let last = try OfferRecord.all(ofOrder: offer.orderReference, in: db).last
      if let last {
        if case .accepted = last.state { return last }
        if last.offer.chefID == offer.chefID, last.isOpen(at: offer.madeAt) { return last }
      }
      try Cancellations.requireNone(of: offer.orderReference, in: db)
      if let last, last.state == .open { try last.set(.withdrawn, in: db) }
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

  /// Ends an offer if it is still open: of two answers at once, the first counts.
  public func end(_ record: OfferRecord, as state: OfferState) async throws -> OfferRecord {
    let order = record.offer.orderReference
    return try await database.write { db in
      let offers = try OfferRecord.all(ofOrder: order, in: db)
      guard var current = offers.first(where: { $0.number == record.number }) else {
        throw FlowFailure.damaged(
          "offer \(record.number) of order '\(order)' is missing in the database"
        )
      }
      guard current.state == .open else { return current }
      if case .accepted(let instant) = state {
        try Cancellations.requireNone(of: order, in: db)
        let assignment = ChefAssignment(of: current.offer, at: instant)
        try db.execute(
          sql: "INSERT INTO assignment (orderReference, chefID, document) VALUES (?, ?, ?)",
          arguments: [order, assignment.chefID.rawValue, try StoredForm.document(assignment)]
        )
      }
      try current.set(state, in: db)
      current.state = state
      return current
    }
  }

  /// The last offer of an order; `nil` if no chef was asked.
  public func latestOffer(forOrder order: String) async throws -> OfferRecord? {
    try await offers(ofOrder: order).last
  }

  /// The chef who accepted an order; `nil` if none has.
  public func assignment(forOrder order: String) async throws -> ChefAssignment? {
    try await database.read { db in
      try db.documents(
        ChefAssignment.self,
        namedBy: "orderReference",
        "SELECT orderReference, document FROM assignment WHERE orderReference = ?",
        [order]
      ).first
    }
  }

  func offers(ofOrder order: String) async throws -> [OfferRecord] {
    try await database.read { db in try OfferRecord.all(ofOrder: order, in: db) }
  }
}

extension OfferRecord {
  fileprivate static func all(ofOrder order: String, in db: Database) throws -> [OfferRecord] {
    try Row.fetchAll(
      db,
      sql: "SELECT * FROM offer WHERE orderReference = ? ORDER BY number",
      arguments: [order]
    )
    .map(OfferRecord.init(row:))
  }

  fileprivate func set(_ state: OfferState, in db: Database) throws {
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
      arguments: [columns.name, columns.at, columns.reason, offer.orderReference, number]
    )
  }

  private init(row: Row) throws {
    let offer = try StoredForm.value(ChefOffer.self, in: row, namedBy: "orderReference")
    let name = "offer of order '\(offer.orderReference)'"
    let state: String = try row.stored("state")
    let acceptedAt: Int64? = try row.stored("acceptedAt")
    let reason: String? = try row.stored("reason")
    let number: Int = try row.stored("number")
    switch (state, acceptedAt, reason) {
    case ("open", _, _): self.init(offer, number: number)
    case ("withdrawn", _, _): self.init(offer, number: number, state: .withdrawn)
    case ("declined", _, let reason?):
      self.init(offer, number: number, state: .declined(reason: reason))
    case ("accepted", let instant?, _):
      let at = try StoredForm.date(instant, of: name)
      self.init(offer, number: number, state: .accepted(at: at))
    default: throw FlowFailure.damaged("the \(name) is damaged: state '\(state)'")
    }
  }
}

extension OfferStore {
  /// The tables of the store; files of earlier apps have the first one already.
  public static let tables: [Schema.Step] = [
    Schema.Step(
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
  ]
}

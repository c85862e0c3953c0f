import Foundation
import GRDB

/// What the app's file and the processor's say against each other and against the promises.
///
/// They are read as they lie on the disk, by none of the app's code.
enum Books {
  /// Each contradiction in a line.
  ///
  /// - Throws: what a file that cannot be read at all throws.
  static func faults(in app: App) throws -> [String] {
    let own = try DatabaseQueue(path: app.database)
    var (faults, recorded) = try own.read { db in
      (
        try faultsOfFile(db) + Self.rules.flatMap { try violations(of: $0, in: db) },
        try pairs(db, Self.recordedMovements)
      )
    }
    var made: [String: String] = [:]
    if FileManager.default.fileExists(atPath: app.database + "-sandbox") {
      let processor = try DatabaseQueue(path: app.database + "-sandbox")
      let (broken, movements) = try processor.read { db in
        // A kill may come before the processor has made its tables.
        (
          try faultsOfFile(db),
          try db.tableExists("refund") ? pairs(db, Self.processorMovements) : [:]
        )
      }
      faults += broken
      made = movements
    }
    for (key, movement) in made where recorded.removeValue(forKey: key) != movement {
      faults.append("the processor moved money that is not recorded as such: \(key) \(movement)")
    }
    faults += recorded.map { "money is recorded that the processor never moved: \($0.key)" }
    return faults
  }

  /// The balance of an account of the app's own books: by default, what the processor holds.
  static func balance(of account: String = "processor", in app: App) throws -> Int {
    let sql = "SELECT sum(minorUnits) FROM ledgerEntry WHERE account = ?"
    return try DatabaseQueue(path: app.database).read { db in
      try Int.fetchOne(db, sql: sql, arguments: [account]) ?? 0
    }
  }

  /// How far the one order is, and what came of its latest offer.
  static func standing(in app: App) throws -> String {
    let standing = try DatabaseQueue(path: app.database).read { db in
      try String.fetchOne(
        db,
        sql: """
          SELECT status || coalesce(
            ', ' || (SELECT state FROM offer ORDER BY number DESC LIMIT 1), ''
          )
          FROM statusChange ORDER BY sequence DESC LIMIT 1
          """
      )
    }
    return standing ?? "not placed"
  }

  /// A query each for rows that must not be, with what they would mean.
  private static let rules = [
    (
      "left open",
      """
      SELECT key FROM paymentIntent WHERE state = 'pending'
      UNION SELECT key FROM refund WHERE state = 'pending'
      """
    ),
    (
      "charged twice",
      """
      SELECT reference || ' ' || purpose FROM paymentIntent WHERE state = 'captured'
      GROUP BY reference, purpose HAVING count(*) > 1
      """
    ),
    (
      "captured and not booked",
      """
      SELECT id FROM paymentIntent
      WHERE state = 'captured' AND 'capture-' || id NOT IN (SELECT id FROM ledgerTransaction)
      """
    ),
    (
      "booked and not moved",
      """
      SELECT id FROM ledgerTransaction
      WHERE id NOT IN (
        SELECT 'capture-' || id FROM paymentIntent WHERE state = 'captured'
        UNION SELECT 'refund-' || id FROM refund WHERE state = 'refunded'
      )
      """
    ),
    (
      "given back and not booked",
      """
      SELECT id FROM refund
      WHERE state = 'refunded' AND 'refund-' || id NOT IN (SELECT id FROM ledgerTransaction)
      """
    ),
    (
      "cancelled, paid and not refunded",
      "SELECT reference FROM (\(settlements)) WHERE isCancelled AND refunded < captured"
    ),
    (
      "given back twice",
      "SELECT reference FROM (\(settlements)) WHERE refunded > captured"
    ),
    (
      "given back of a meal that was not cancelled and has not left the kitchen",
      """
      SELECT reference FROM refund WHERE state <> 'failed' AND reference NOT IN (
        SELECT orderReference FROM statusChange WHERE status IN ('cancelled', 'on-its-way')
      )
      """
    ),
    (
      "cancelled, and still owed to somebody",
      """
      SELECT id FROM paymentIntent AS paid
      WHERE state = 'captured'
        AND reference IN (SELECT orderReference FROM statusChange WHERE status = 'cancelled')
        AND EXISTS (
          SELECT account FROM ledgerEntry
          JOIN ledgerTransaction AS booked ON booked.serial = ledgerTransaction
          WHERE booked.id = 'capture-' || paid.id OR booked.id IN (
            SELECT 'refund-' || id FROM refund WHERE intent = paid.id AND state = 'refunded'
          )
          GROUP BY account HAVING sum(minorUnits) <> 0
        )
      """
    ),
    (
      "cancelled, and other storage does not know",
      """
      SELECT orderReference FROM statusChange
      WHERE status = 'cancelled' AND orderReference NOT IN (SELECT orderReference FROM cancelledOrder)
      """
    ),
    (
      "cancelled, and offered to a chef",
      """
      SELECT orderReference FROM offer
      WHERE state = 'open' AND orderReference IN (SELECT orderReference FROM cancelledOrder)
      """
    ),
    (
      "accepted by no chef, or by several",
      """
      SELECT orderReference FROM assignment WHERE (
        SELECT count(*) FROM offer WHERE state = 'accepted'
          AND offer.orderReference = assignment.orderReference
          AND offer.chefID = assignment.chefID
      ) <> 1
      UNION SELECT orderReference FROM offer WHERE state = 'accepted'
        AND orderReference NOT IN (SELECT orderReference FROM assignment)
      """
    ),
    (
      "not announced",
      "SELECT id FROM \"order\" WHERE isAnnounced = 0"
    ),
    (
      "out of balance",
      """
      SELECT id FROM ledgerTransaction AS booked
      WHERE (
        SELECT coalesce(sum(minorUnits), 1) FROM ledgerEntry
        WHERE ledgerTransaction = booked.serial
      ) <> 0
      """
    ),
    (
      "booked with another amount than captured",
      """
      SELECT paymentIntent.id FROM paymentIntent
      JOIN ledgerTransaction AS booked ON booked.id = 'capture-' || paymentIntent.id
      JOIN ledgerEntry ON ledgerTransaction = booked.serial AND account = 'processor'
      WHERE minorUnits <> json_extract(document, '$.outcome.captured._0.amount.minorUnits')
      """
    ),
    (
      "in progress without an order",
      """
      SELECT reference FROM (
        SELECT orderReference AS reference FROM statusChange
        UNION SELECT orderReference FROM assignment
        UNION SELECT orderReference FROM offer
        UNION SELECT reference FROM paymentIntent
      ) WHERE reference NOT IN (SELECT id FROM "order")
      """
    ),
    (
      "paid before it had a chef",
      """
      SELECT reference FROM paymentIntent
      WHERE reference NOT IN (SELECT orderReference FROM assignment)
      """
    ),
    (
      "cooked before it was paid",
      """
      SELECT orderReference FROM statusChange
      WHERE sequence > 1 AND status <> 'cancelled' AND orderReference NOT IN (
        SELECT reference FROM paymentIntent WHERE purpose = 'meal' AND state = 'captured'
      )
      """
    ),
    (
      "with a gap in its timeline",
      "SELECT orderReference FROM statusChange GROUP BY 1 HAVING count(*) <> max(sequence)"
    ),
  ]

  /// What was taken and given back by each payment, and how its order ended.
  private static let settlements = """
    SELECT reference,
      json_extract(document, '$.outcome.captured._0.amount.minorUnits') AS captured,
      (
        SELECT coalesce(sum(json_extract(refund.document, '$.amount.minorUnits')), 0)
        FROM refund WHERE refund.intent = paymentIntent.id AND refund.state = 'refunded'
      ) AS refunded,
      reference IN (
        SELECT orderReference FROM statusChange WHERE status = 'cancelled'
      ) AS isCancelled
    FROM paymentIntent WHERE state = 'captured'
    """

  private static func violations(
    of rule: (name: String, sql: String),
    in db: Database
  ) throws -> [String] {
    try String.fetchAll(db, sql: rule.sql).map { "\(rule.name): \($0)" }
  }

  private static func faultsOfFile(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { "refers to nothing: \($0)" }
  }

  /// What the app says that the processor did, by its keys.
  private static let recordedMovements = """
    SELECT key, json_extract(document, '$.outcome.captured._0') FROM paymentIntent
    WHERE state = 'captured'
    UNION ALL
    SELECT key, charge || ' ' || json_extract(document, '$.amount.minorUnits') FROM (
      SELECT key, document, json_extract(document, '$.charge') AS charge FROM refund
      WHERE state = 'refunded'
    )
    """

  /// What the processor did, by the app's keys.
  private static let processorMovements = """
    SELECT key, json_extract(document, '$.answer.charged._0') FROM charge
    WHERE json_extract(document, '$.answer.charged') IS NOT NULL
    UNION ALL
    SELECT key, charge || ' ' || refunded FROM refund WHERE refunded > 0
    """

  private static func pairs(_ db: Database, _ sql: String) throws -> [String: String] {
    let rows = try Row.fetchAll(db, sql: sql).map { ($0[0] as String, $0[1] as String) }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

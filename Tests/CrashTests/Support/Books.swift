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

import FlowKit
import GRDB
package import PaymentsInterface
package import Persistence
import Synchronization

/// Keeps the sandbox processor's memory in a database of its own.
package final class SQLiteProcessorStore: ProcessorStore {
  private let open: @Sendable () throws -> DatabaseFile
  private let opened = Mutex<DatabaseFile?>(nil)

  /// Makes a memory on a database with the tables of ``Schema/processor``, which is opened when the
  /// processor is first asked something.
  package init(opening database: @escaping @Sendable () throws -> DatabaseFile) {
    open = database
  }

  /// One that could not be opened is tried again the next time.
  private func database() throws -> DatabaseFile {
    try opened.withLock { opened in
      if let opened { return opened }
      let database = try open()
      opened = database
      return database
    }
  }

  package func remember(_ charge: ProcessorCharge) async throws -> ProcessorCharge {
    let document = try StoredForm.document(charge)
    return try await database().write { db in
      if let known = try Self.charge("key", charge.key.rawValue, in: db) { return known }
      try db.execute(
        sql: "INSERT INTO charge (key, id, document) VALUES (?, ?, ?)",
        arguments: [charge.key.rawValue, charge.capture?.charge.rawValue, document]
      )
      return charge
    }
  }

  package func charge(for key: IdempotencyKey) async throws -> ProcessorCharge? {
    try await database().read { db in try Self.charge("key", key.rawValue, in: db) }
  }

  package func charge(reference: String) async throws -> ProcessorCharge? {
    try await database().read { db in
      try Self.charge("json_extract(document, '$.reference')", reference, in: db)
    }
  }

  package func charge(_ id: ChargeID) async throws -> ProcessorCharge? {
    try await database().read { db in try Self.charge("id", id.rawValue, in: db) }
  }

  package func remember(
    _ refund: ProcessorRefund,
    limit: Int64,
    refusal: RefundAnswer
  ) async throws -> ProcessorRefund {
    try await database().write { db in
      if let known = try Self.refund("key", refund.key.rawValue, in: db) { return known }
      let before = try Int64.fetchOne(
        db,
        sql: "SELECT coalesce(sum(refunded), 0) FROM refund WHERE charge = ?",
        arguments: [refund.charge.rawValue]
      )
      let (sum, overflow) = (before ?? 0).addingReportingOverflow(refund.amount.minorUnits)
      let isTooMuch = refund.isRefunded && (overflow || sum > limit)
      let remembered = isTooMuch ? refund.answered(refusal) : refund
      try db.execute(
        sql: "INSERT INTO refund (key, charge, refunded, document) VALUES (?, ?, ?, ?)",
        arguments: [
          refund.key.rawValue, refund.charge.rawValue,
          remembered.isRefunded ? refund.amount.minorUnits : 0,
          try StoredForm.document(remembered),
        ]
      )
      return remembered
    }
  }

  package func refund(for key: IdempotencyKey) async throws -> ProcessorRefund? {
    try await database().read { db in try Self.refund("key", key.rawValue, in: db) }
  }

  package func refund(reference: String) async throws -> ProcessorRefund? {
    try await database().read { db in
      try Self.refund("json_extract(document, '$.reference')", reference, in: db)
    }
  }

  private static func charge(
    _ column: String,
    _ value: String,
    in db: Database
  ) throws -> ProcessorCharge? {
    let sql = "SELECT key, document FROM charge WHERE \(column) = ?"
    return try db.documents(ProcessorCharge.self, namedBy: "key", sql, [value]).first
  }

  private static func refund(
    _ column: String,
    _ value: String,
    in db: Database
  ) throws -> ProcessorRefund? {
    let sql = "SELECT key, document FROM refund WHERE \(column) = ?"
    return try db.documents(ProcessorRefund.self, namedBy: "key", sql, [value]).first
  }
}

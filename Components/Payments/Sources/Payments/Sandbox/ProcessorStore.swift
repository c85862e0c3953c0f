import FlowKit
import GRDB
public import Persistence
import Synchronization

/// The sandbox processor's own memory: another company's, so it has a database of its own, and outlives
/// the app being killed.
///
/// Each method is one transaction, durable when it returns, and serialised with all others.
public final class ProcessorStore: Sendable {
  private let open: @Sendable () throws -> SharedDatabase
  private let opened = Mutex<SharedDatabase?>(nil)

  /// Makes a memory on a database with the tables of ``schema``, which is opened when the processor is
  /// first asked something.
  public init(opening database: @escaping @Sendable () throws -> SharedDatabase) {
    open = database
  }

  /// Makes a memory that is gone with the process, for previews, rehearsals and tests.
  public static func inMemory() -> ProcessorStore {
    ProcessorStore { SharedDatabase(inMemory: schema) }
  }

  /// One that could not be opened is tried again the next time.
  func database() throws -> SharedDatabase {
    try opened.withLock { opened in
      if let opened { return opened }
      let database = try open()
      opened = database
      return database
    }
  }

  func remember(_ charge: ProcessorCharge) async throws -> ProcessorCharge {
    let document = try StoredForm.document(charge)
    return try await database().write { db in
      if let known = try ProcessorCharge.find("key", charge.key.rawValue, in: db) { return known }
      try db.execute(
        sql: "INSERT INTO charge (key, id, document) VALUES (?, ?, ?)",
        arguments: [charge.key.rawValue, charge.capture?.charge.rawValue, document]
      )
      return charge
    }
  }

  func charge(_ id: ChargeID) async throws -> ProcessorCharge? {
    try await database().read { db in try ProcessorCharge.find("id", id.rawValue, in: db) }
  }

  /// Remembers a refund, unless one with its key is remembered already.
  ///
  /// A refund that is answered with ``RefundAnswer/refunded(at:)`` and would bring the sum of its
  /// charge's refunds above `limit` minor units is remembered with `refusal` as its answer; summed
  /// and written in the one transaction.
  func remember(
    _ refund: ProcessorRefund,
    limit: Int64,
    refusal: RefundAnswer
  ) async throws -> ProcessorRefund {
    try await database().write { db in
      if let known = try ProcessorRefund.find("key", refund.key.rawValue, in: db) { return known }
      let before = try Int64.fetchOne(
        db,
        sql: "SELECT coalesce(sum(refunded), 0) FROM refund WHERE charge = ?",
        arguments: [refund.charge.rawValue]
      )
      let (sum, overflow) = (before ?? 0).addingReportingOverflow(refund.amount.minorUnits)
      let isTooMuch = refund.isRefunded && (overflow || sum > limit)
      var remembered = refund
      if isTooMuch { remembered.answer = refusal }
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

  func find<Request: ProcessorRequest>(_ key: IdempotencyKey) async throws -> Request? {
    try await database().read { db in try Request.find("key", key.rawValue, in: db) }
  }

  func find<Request: ProcessorRequest>(reference: String) async throws -> Request? {
    try await database().read { db in
      try Request.find("json_extract(document, '$.reference')", reference, in: db)
    }
  }

  /// Everything that was asked for, for tests that compare both sides' books.
  func all<Request: ProcessorRequest>(_: Request.Type) async throws -> [Request] {
    try await database().read { db in
      try db.documents(
        Request.self,
        namedBy: "key",
        "SELECT key, document FROM \(Request.table)"
      )
    }
  }
}

protocol ProcessorRequest: Decodable, Sendable {
  static var table: String { get }
}

extension ProcessorRequest {
  fileprivate static func find(_ column: String, _ value: String, in db: Database) throws -> Self? {
    let sql = "SELECT key, document FROM \(table) WHERE \(column) = ?"
    return try db.documents(Self.self, namedBy: "key", sql, [value]).first
  }
}

/// What the sandbox processor remembers of a charge it was asked for.
struct ProcessorCharge: ProcessorRequest, Hashable, Codable {
  static let table = "charge"

  let key: IdempotencyKey
  /// What the app calls it; `nil` in the memory of a release before 4.0.0.
  let reference: String?
  let amount: Money
  let card: CardToken
  let answer: ChargeAnswer

  var capture: Capture? {
    if case .charged(let capture) = answer { capture } else { nil }
  }
}

/// What the sandbox processor remembers of a refund it was asked for.
struct ProcessorRefund: ProcessorRequest, Hashable, Codable {
  static let table = "refund"

  let key: IdempotencyKey
  /// What the app calls it; `nil` in the memory of a release before 4.0.0.
  let reference: String?
  let amount: Money
  let charge: ChargeID
  var answer: RefundAnswer

  var isRefunded: Bool {
    if case .refunded = answer { true } else { false }
  }
}

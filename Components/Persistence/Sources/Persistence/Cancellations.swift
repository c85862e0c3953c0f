public import FlowKit
public import GRDB

extension FlowFailure.Code {
  /// The order is cancelled, and takes neither a chef nor a payment.
  public static let orderCancelled = Self(rawValue: "app.order-cancelled", kind: .conflict)
}

extension FlowFailure {
  /// That nothing can be begun for an order any more, since it is cancelled.
  public init(cancelledOrder order: String) {
    self.init(
      .orderCancelled,
      "order '\(order)' is cancelled",
      help: "place a new order"
    )
  }
}

/// The orders that are cancelled: what the storage of one component tells that of the others, within
/// its transactions, so that none reads another's tables.
public enum Cancellations {
  public static func record(_ order: String, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO cancelledOrder (orderReference) VALUES (?)",
      arguments: [order]
    )
  }

  /// Refuses what must not begin for a cancelled order.
  ///
  /// Within the transaction that would begin it, so that no cancellation comes in between.
  ///
  /// - Throws: a `FlowFailure` with code `orderCancelled`.
  public static func requireNone(of order: String, in db: Database) throws {
    let isCancelled = try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM cancelledOrder WHERE orderReference = ?)",
      arguments: [order]
    )
    guard isCancelled == true else { return }
    throw FlowFailure(cancelledOrder: order)
  }
}

extension SharedDatabase {
  /// The cancelled orders of which not all is known to be settled, in the order of their names.
  public func unsettledOrders() async throws -> [OrderReference] {
    try await read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT orderReference FROM cancelledOrder WHERE isSettled = 0 ORDER BY orderReference
          """
      )
      .map(OrderReference.init(rawValue:))
    }
  }

  /// Notes that everything that follows from an order's cancellation is done.
  public func markSettled(_ order: OrderReference) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE cancelledOrder SET isSettled = 1 WHERE orderReference = ? AND isSettled = 0",
        arguments: [order.rawValue]
      )
    }
  }
}

extension Schema.Step {
  static let cancelledOrders = Self(
    "cancelled-orders",
    of: "app",
    sql: """
      CREATE TABLE cancelledOrder (
        orderReference TEXT PRIMARY KEY NOT NULL,
        isSettled INTEGER NOT NULL DEFAULT 0 CHECK (isSettled IN (0, 1))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX cancelledOrderUnsettled ON cancelledOrder (orderReference) WHERE isSettled = 0;
      """
  )
}

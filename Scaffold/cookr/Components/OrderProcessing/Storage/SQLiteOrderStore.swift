import FlowKit
import GRDB
package import OrderProcessing
package import Persistence

/// Where both apps keep orders; each method is one transaction.
package struct SQLiteOrderStore: Sendable {
  private static let byID = #"SELECT id, document FROM "order" WHERE id = ?"#

  private let database: SharedDatabase

  package init(_ database: SharedDatabase) {
    self.database = database
  }

  /// Keeps an order for good.
  ///
  /// Saving the same order again changes nothing and succeeds, so that a caller may retry.
  ///
  /// - Throws: `FlowFailure.orderConflict(_:)` if another order has its identifier.
  package func save(_ order: Order) async throws {
    let document = try StoredForm.document(order)
    try await database.write { db in
      if let stored = try db.documents(Order.self, Self.byID, [order.id.rawValue]).first {
        guard stored == order else { throw FlowFailure.orderConflict(order.id) }
        return
      }
      try db.execute(
        sql: #"INSERT INTO "order" (id, placedAt, document) VALUES (?, ?, ?)"#,
        arguments: [order.id.rawValue, try StoredForm.milliseconds(order.placedAt), document]
      )
    }
  }

  package func order(_ id: OrderID) async throws -> Order? {
    try await database.read { db in
      try db.documents(Order.self, Self.byID, [id.rawValue]).first
    }
  }

  /// At most `limit` orders, newest first; of those placed in the same second, the one that was
  /// saved last comes first.
  package func newestOrders(limit: Int) async throws -> [Order] {
    try await database.read { db in
      try db.documents(
        Order.self,
        #"SELECT id, document FROM "order" ORDER BY placedAt DESC, serial DESC LIMIT ?"#,
        [max(0, limit)]
      )
    }
  }

  /// The orders that are stored but not announced: those whose process was killed in between.
  package func unannouncedOrders() async throws -> [Order] {
    try await database.read { db in
      try db.documents(
        Order.self,
        #"SELECT id, document FROM "order" WHERE isAnnounced = 0 ORDER BY serial"#
      )
    }
  }

  package func markAnnounced(_ id: OrderID) async throws {
    try await database.write { db in
      try db.execute(
        sql: #"UPDATE "order" SET isAnnounced = 1 WHERE id = ? AND isAnnounced = 0"#,
        arguments: [id.rawValue]
      )
    }
  }
}

extension SQLiteOrderStore {
  package static let tables: [Schema.Step] = [.orders, .announcements]
}

extension Schema.Step {
  /// Files of earlier apps also got the table of ChefSourcing's assignments by this step.
  package static let orders = Self(
    shippedAs: "orders",
    of: "OrderProcessing",
    sql: """
      CREATE TABLE "order" (
        serial INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        placedAt INTEGER NOT NULL,
        document TEXT NOT NULL CHECK (json_valid(document))
      ) STRICT;
      CREATE INDEX orderByTime ON "order" (placedAt, serial);
      """
  )

  /// The step that records which orders no other component knows of yet.
  ///
  /// Those of earlier apps are announced again, which changes nothing.
  package static let announcements = Self(
    "announcements",
    of: "OrderProcessing",
    sql: """
      ALTER TABLE "order" ADD COLUMN isAnnounced INTEGER NOT NULL DEFAULT 0
        CHECK (isAnnounced IN (0, 1));
      CREATE INDEX orderUnannounced ON "order" (serial) WHERE isAnnounced = 0;
      """
  )
}

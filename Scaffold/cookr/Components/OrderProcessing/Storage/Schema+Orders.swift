package import Persistence

extension Schema.Step {
  /// Orders, and the chef of each: both tables were shipped as one step.
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
      CREATE TABLE assignment (
        orderReference TEXT PRIMARY KEY NOT NULL,
        chefID TEXT NOT NULL,
        document TEXT NOT NULL CHECK (json_valid(document))
      ) STRICT, WITHOUT ROWID;
      """
  )
}

package import Persistence

extension Schema.Step {
  /// Orders.
  ///
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

  /// Which orders nobody but this component knows of yet.
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

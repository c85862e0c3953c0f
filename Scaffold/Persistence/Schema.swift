import GRDB

/// The tables, one migration a step; a step that has shipped is never changed.
enum Schema {
  /// Applies the steps that the file lacks.
  ///
  /// - Throws: ``StorageError`` with code `newer` for a file that has steps unknown here.
  static func bringUpToDate(_ queue: DatabaseQueue) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("orders") { try $0.execute(sql: orders) }
    let isNewer = try queue.read { db in try migrator.hasBeenSuperseded(db) }
    guard !isNewer else {
      throw StorageError(
        .newer,
        "the database '\(queue.path)' was written by a newer version of this app",
        help: "update the app, or start a new database with '--database FILE'"
      )
    }
    try migrator.migrate(queue)
  }

  private static let orders = """
    CREATE TABLE "order" (
      id TEXT PRIMARY KEY NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

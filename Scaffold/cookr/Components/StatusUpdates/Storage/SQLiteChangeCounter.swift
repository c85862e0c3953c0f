package import Persistence
import StatusUpdatesInterface

/// Counts what any process writes into the database.
package struct SQLiteChangeCounter: ChangeCounter {
  private let database: DatabaseFile

  /// Makes a counter on a database.
  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func changeCount() async throws -> Int64 {
    try await database.changeCount()
  }
}

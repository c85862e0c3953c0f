import FlowKit
import GRDB

/// The tables, one migration a step; a step that has shipped is never changed.
///
/// A component's value is kept whole as the JSON that the component itself makes of it, beside the
/// columns that the app looks for or that a rule is about, so that a later version of a component
/// keeps what it adds. Times are milliseconds since 1970, money is minor units with its currency.
package struct Schema: Sendable {
  /// A migration.
  package struct Step: Sendable {
    package let name: String
    let sql: String

    /// Makes a step from the name that files remember it by, and what it executes.
    package init(_ name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  private let steps: [Step]

  /// Makes a schema of steps, each after those whose tables it needs.
  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Applies the steps that the file lacks.
  ///
  /// - Throws: a `FlowFailure` with code `storageNewer` for a file that has steps unknown here.
  func bringUpToDate(_ queue: DatabaseQueue) throws {
    var migrator = DatabaseMigrator()
    for step in steps {
      migrator.registerMigration(step.name) { db in try db.execute(sql: step.sql) }
    }
    let (isNewer, isCurrent) = try queue.read { [migrator] db in
      (try migrator.hasBeenSuperseded(db), try migrator.hasCompletedMigrations(db))
    }
    guard !isNewer else {
      throw FlowFailure(
        .storageNewer,
        "the database '\(queue.path)' was written by a newer version of this app",
        help: "update the app, or start a new database with '--database FILE'"
      )
    }
    guard !isCurrent else { return }
    try migrator.migrate(queue)
  }
}

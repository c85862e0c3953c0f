import FlowKit
public import GRDB

/// The tables, one migration a step; a step that has shipped is never changed.
///
/// A component's value is kept whole as the JSON that the component itself makes of it, beside the
/// columns that the app looks for or that a rule is about, so that a later version of a component
/// keeps what it adds. Times are milliseconds since 1970, money is minor units with its currency.
///
/// Apps that share a file need not know the same components. Each brings the tables of its own, and
/// leaves those of others alone.
public struct Schema: Sendable {
  public struct Step: Sendable {
    /// Whose tables it makes.
    public let component: String
    /// What files remember it by.
    public let identifier: String
    public let sql: String
    let adopt: (@Sendable (Database) throws -> Void)?

    /// Makes a step from its component, its name there, and what it executes.
    ///
    /// - Parameter adopt: tells other storage what the file already has.
    public init(
      _ name: String,
      of component: String,
      sql: String,
      adopt: (@Sendable (Database) throws -> Void)? = nil
    ) {
      self.component = component
      identifier = "\(component)/\(name)"
      self.sql = sql
      self.adopt = adopt
    }

    /// Makes one of the steps that files remember without their component: those that shipped before
    /// a second app shared the file.
    public init(shippedAs identifier: String, of component: String, sql: String) {
      precondition(Schema.shipped.contains(identifier), "new steps are named after their component")
      self.component = component
      self.identifier = identifier
      self.sql = sql
      adopt = nil
    }
  }

  /// The steps that are not named after their component; no other is ever added.
  fileprivate static let shipped: Set = [
    "orders", "status", "cancellations", "payments", "payments-balanced-ledger", "processor",
    "links",
  ]

  private let steps: [Step]

  /// Makes the schema of an app's file: what all apps share, and the steps of its components, each
  /// after those whose tables it needs.
  public init(_ steps: [Step]) {
    self.init(steps, isShared: true)
  }

  private init(_ steps: [Step], isShared: Bool) {
    self.steps = isShared ? [.cancelledOrders] + steps : steps
  }

  /// The schema of a file that no other app has.
  public static func own(_ steps: [Step]) -> Schema {
    Schema(steps, isShared: false)
  }

  func bringUpToDate(_ queue: DatabaseQueue) throws {
    var migrator = DatabaseMigrator()
    for step in steps {
      migrator.registerMigration(step.identifier) { db in
        try db.execute(sql: step.sql)
        try step.adopt?(db)
      }
    }
    let isCurrent = try queue.read { [migrator] db in
      try requireKnown(db, path: queue.path)
      return try migrator.hasCompletedMigrations(db)
    }
    guard !isCurrent else { return }
    try migrator.migrate(queue)
  }

  /// Refuses a file with a step of one of these components that is unknown here.
  func requireKnown(_ db: Database, path: String) throws {
    let applied = try DatabaseMigrator().appliedIdentifiers(db)
    guard
      let newer = applied.subtracting(steps.map(\.identifier)).sorted().first(where: isNewer)
    else { return }
    throw FlowFailure(
      .storageNewer,
      "the database '\(path)' was written by a newer version of this app, "
        + "which has added '\(newer)'",
      help: "update the app, or start a new database with '--database FILE'"
    )
  }

  /// Whether a step that is unknown here belongs to a component that is not.
  private func isNewer(_ identifier: String) -> Bool {
    let parts = identifier.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return !Self.shipped.contains(identifier) }
    return steps.contains { $0.component == parts[0] }
  }
}

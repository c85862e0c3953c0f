import FlowKit
import GRDB

/// What the databases of a home say of money, read past the app.
enum Ledger {
  /// What the processor holds for the app by the app's own ledger, a number a movement.
  static func charges(in home: Home) throws -> [Int] {
    try numbers(
      "SELECT minorUnits FROM ledgerEntry WHERE account = 'processor' ORDER BY serial",
      in: home.database
    )
  }

  /// What the sandbox processor has charged.
  static func charges(ofSandboxIn home: Home) throws -> [Int] {
    try numbers(
      """
      SELECT json_extract(document, '$.answer.charged._0.amount.minorUnits') FROM charge
      WHERE id IS NOT NULL
      """,
      in: home.database + "-sandbox"
    )
  }

  /// How often the sandbox processor was asked to charge a card.
  static func attempts(atSandboxIn home: Home) throws -> Int {
    try numbers("SELECT 1 FROM charge", in: home.database + "-sandbox").count
  }

  /// The ledger's transactions whose entries do not sum to zero.
  static func unbalancedTransactions(in home: Home) throws -> [Int] {
    try numbers(
      """
      SELECT ledgerTransaction FROM ledgerEntry
      GROUP BY ledgerTransaction, currency HAVING sum(minorUnits) <> 0
      """,
      in: home.database
    )
  }

  private static func numbers(_ sql: String, in path: String) throws -> [Int] {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
      .read { try Int.fetchAll($0, sql: sql) }
  }
}

extension Home {
  /// Changes the database past the app.
  func write(_ statements: String) async throws {
    let queue = try DatabaseQueue(path: database)
    try await queue.write { try $0.execute(sql: statements) }
    try queue.close()
  }
}

/// An amount as the app says it.
func euros(_ minorUnits: Int) -> String {
  Money(minorUnits: Int64(minorUnits), currency: .eur).description
}

import GRDB

/// The status updates that wait in a home's database, changed past the app.
enum UpdateQueue {
  /// Makes all that waits due now, as if the time until then had passed.
  static func letTimePass(in home: Home) throws {
    try DatabaseQueue(path: home.database).write { db in
      try db.execute(
        sql: """
          UPDATE outboxMessage SET dueAt = createdAt, claimedUntil = NULL WHERE state = 'waiting'
          """
      )
    }
  }
}

package import FlowKit
package import Foundation
package import GRDB
import GRDBSQLite

/// One SQLite file, shared by any number of processes.
///
/// Every acknowledged write is on the disk: write-ahead log, `synchronous = FULL`, foreign keys on,
/// and each writing transaction begins with `BEGIN IMMEDIATE`.
///
/// A transaction is not cancelled: its answer is always what happened to it, so that nobody is told
/// "cancelled" of what is stored.
package struct DatabaseFile: Sendable {
  private let queue: DatabaseQueue
  private let contents: Schema
  /// Which of the processes that share the file are alive.
  package let sessions: SessionLocks

  /// Opens the file, makes it where there is none, and brings its tables up to date.
  ///
  /// - Parameter patience: how many seconds to wait for another process that holds the file.
  /// - Throws: a `FlowFailure` with one of the storage codes, as all that follows does.
  package init(path: String, contents: Schema, patience: Double) throws(FlowFailure) {
    let sessions: SessionLocks
    let queue: DatabaseQueue
    do {
      sessions = try SessionLocks(path: path + "-lock")
      queue = try sessions.whileOpening(patience: patience) {
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration(path, patience))
        try contents.bringUpToDate(queue)
        return queue
      }
    } catch {
      throw FlowFailure(storage: error, path: path)
    }
    self.sessions = sessions
    self.queue = queue
    self.contents = contents
  }

  /// Refuses a file that is no longer the one at its path, or that a newer app has changed since it
  /// was opened.
  ///
  /// A process that keeps the file open for long asks before it reads what others wrote, or writes.
  ///
  /// - Throws: a `FlowFailure` with code `storageGone` or `storageNewer`.
  package func requireCurrent() async throws {
    try await completing { [queue, contents] in
      try await queue.read { db in
        try Self.requirePresent(db, path: queue.path)
        try contents.requireKnown(db, path: queue.path)
      }
    }
  }

  /// Closes the file and ends this session, as the end of the process would.
  package func close() throws {
    try queue.close()
    sessions.end()
  }

  /// Runs `body` in one transaction that begins as a writer, and waits until it is on the disk.
  ///
  /// - Throws: a `FlowFailure` for what the database refuses; what `body` throws otherwise.
  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await completing { [queue] in try await queue.write(body) }
  }

  /// Runs `body` on one state of the database.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await completing { [queue] in try await queue.read(body) }
  }

  /// The time to the millisecond, which is all that the database keeps of it.
  package static let now: @Sendable () -> Date = {
    Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded(.down) / 1000)
  }

  /// A number that differs from an earlier one if anything was written in between, whichever process
  /// wrote it; finding out reads no table.
  ///
  /// - Throws: a `FlowFailure` with code `storageGone` if the file is no longer the one at its path,
  ///   since nobody else's writes would ever be counted.
  package func changeCount() async throws -> Int64 {
    try await completing { [queue] in
      try await queue.unsafeRead { db in
        try Self.requirePresent(db, path: queue.path)
        // The first counts what others commit, the second what this connection does.
        let others = try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        return others << 32 | Int64(db.totalChangesCount & 0xFFFF_FFFF)
      }
    }
  }

  private static func requirePresent(_ db: Database, path: String) throws {
    var hasMoved: Int32 = 0
    sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard hasMoved == 0 else {
      throw FlowFailure(
        .storageGone,
        "the database '\(path)' was moved, replaced or deleted",
        help: "put it back, or choose another with '--database FILE'"
      )
    }
  }

  /// Runs `body` in a task of its own: GRDB gives up what belongs to a cancelled one.
  private func completing<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await Task(operation: body).value
    } catch let error as DatabaseError {
      throw FlowFailure(storage: error, path: queue.path)
    } catch is RowDecodingError {
      throw FlowFailure.damaged("the database '\(queue.path)' holds a value of the wrong type")
    }
  }

  private static func configuration(_ path: String, _ patience: Double) -> Configuration {
    var configuration = Configuration()
    configuration.label = "cookr"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(patience)
    // Not by `journalMode`, which sets `synchronous = NORMAL` after whatever is set here, and writes
    // to the file each time it is opened.
    configuration.prepareDatabase { db in
      do {
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
          throw FlowFailure(.storageFailed, "the database '\(path)' cannot have a write-ahead log")
        }
        try db.execute(sql: "PRAGMA synchronous = FULL")
      } catch let error as DatabaseError {
        // A full disk that has no room for the log's index is an I/O error to SQLite.
        let cause = sqlite3_system_errno(db.sqliteConnection)
        throw FlowFailure(storage: error, path: path, cause: cause)
      }
    }
    return configuration
  }
}

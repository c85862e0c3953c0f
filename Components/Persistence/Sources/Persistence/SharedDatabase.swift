public import FlowKit
public import Foundation
public import GRDB
import GRDBSQLite

/// A SQLite database: a file that any number of processes share, or one in memory.
///
/// Every acknowledged write is on the disk: write-ahead log, `synchronous = FULL`, foreign keys on,
/// and each writing transaction begins with `BEGIN IMMEDIATE`. One in memory has the same tables and
/// rules, and is gone with its last copy: for previews, rehearsals and tests.
///
/// A transaction is not cancelled: its answer is always what happened to it, so that nobody is told
/// "cancelled" of what is stored.
public struct SharedDatabase: Sendable {
  private let queue: DatabaseQueue
  private let contents: Schema
  private var observe: (@Sendable (Moment) async throws -> Void)?
  /// Which of the processes that share the database are alive.
  public private(set) var sessions: SessionLocks

  /// Opens the file, makes it where there is none, and brings its tables up to date.
  ///
  /// - Parameter patience: how many seconds to wait for another process that holds the file.
  /// - Throws: a `FlowFailure` with one of the storage codes, as all that follows does.
  public init(path: String, contents: Schema, patience: Double) throws(FlowFailure) {
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

  /// Makes a database in memory.
  public init(inMemory contents: Schema) {
    do {
      queue = try DatabaseQueue()
      try contents.bringUpToDate(queue)
    } catch {
      preconditionFailure("memory takes the tables that every file takes: \(error)")
    }
    sessions = SessionLocks(inMemory: LivingSessions())
    self.contents = contents
  }

  /// The same database as another process has it open: with a session of its own.
  public func another() throws -> SharedDatabase {
    var other = self
    other.observe = nil
    other.sessions = try sessions.another()
    return other
  }

  /// A database in memory that begins with what this one has.
  public func copy() throws -> SharedDatabase {
    let copy = SharedDatabase(inMemory: contents)
    try queue.backup(to: copy.queue)
    return copy
  }

  /// When an observer is called: before or after a transaction.
  public struct Moment: Hashable, Sendable {
    /// Whether the transaction may write.
    public let isWrite: Bool
    /// Whether the transaction is done.
    public let isAfter: Bool
  }

  /// The same database with something that happens around each transaction, such as the end of the
  /// process in a test: what `observe` throws, the transaction throws.
  public func observed(
    by observe: @escaping @Sendable (Moment) async throws -> Void
  ) -> SharedDatabase {
    var other = self
    other.observe = observe
    return other
  }

  /// Refuses a file that is no longer the one at its path, or that a newer app has changed since it
  /// was opened.
  ///
  /// A process that keeps the file open for long asks before it reads what others wrote, or writes.
  ///
  /// - Throws: a `FlowFailure` with code `storageGone` or `storageNewer`.
  public func requireCurrent() async throws {
    try await completing { [queue, contents] in
      try await queue.read { db in
        try Self.requirePresent(db, path: queue.path)
        try contents.requireKnown(db, path: queue.path)
      }
    }
  }

  /// Ends this session, and closes the file: what the end of the process would do.
  public func close() throws {
    if queue.path != ":memory:" { try queue.close() }
    sessions.end()
  }

  /// Runs `body` in one transaction that begins as a writer, and waits until it is on the disk.
  ///
  /// - Throws: a `FlowFailure` for what the database refuses; what `body` throws otherwise.
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await completing(isWrite: true) { [queue] in try await queue.write(body) }
  }

  /// Runs `body` on one state of the database.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await completing { [queue] in try await queue.read(body) }
  }

  /// The time to the millisecond, which is all that the database keeps of it.
  public static let now: @Sendable () -> Date = {
    Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded(.down) / 1000)
  }

  /// A number that differs from an earlier one if anything was written in between, whichever process
  /// wrote it; finding out reads no table.
  ///
  /// - Throws: a `FlowFailure` with code `storageGone` if the file is no longer the one at its path,
  ///   since nobody else's writes would ever be counted.
  public func changeCount() async throws -> Int64 {
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
    isWrite: Bool = false,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await observe?(Moment(isWrite: isWrite, isAfter: false))
    let value = try await translating { try await Task(operation: body).value }
    try await observe?(Moment(isWrite: isWrite, isAfter: true))
    return value
  }

  private func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
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

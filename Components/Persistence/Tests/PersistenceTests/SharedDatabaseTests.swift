import FlowKit
import Foundation
import GRDB
import Persistence
import Testing

/// A database in memory follows the rules of a file.
struct SharedDatabaseTests {
  private let database = SharedDatabase(inMemory: Schema([]))
  private let order = "order-1"

  private func cancel(in database: SharedDatabase) async throws {
    try await database.write { [order] db in try Cancellations.record(order, in: db) }
  }

  @Test func `another process has the same data and a session of its own`() async throws {
    let other = try database.another()
    try await cancel(in: other)
    #expect(try await database.unsettledOrders().map(\.rawValue) == [order])
    #expect(try database.sessions.current() == database.sessions.current())
    #expect(try other.sessions.current() != database.sessions.current())
  }

  @Test func `what belongs to a session is unowned once its process is gone`() throws {
    let other = try database.another()
    let session = try other.sessions.current()
    #expect(!database.sessions.isUnowned(session))
    try other.close()
    #expect(database.sessions.isUnowned(session))
    #expect(database.sessions.isUnowned(nil))
  }

  @Test func `a copy begins with the same data and goes its own way`() async throws {
    try await cancel(in: database)
    let copy = try database.copy()
    try await copy.markSettled(OrderReference(rawValue: order))
    #expect(try await copy.unsettledOrders() == [])
    #expect(try await database.unsettledOrders().map(\.rawValue) == [order])
  }

  @Test func `an observer sees each transaction before and after, and can end it`() async throws {
    let failure = FlowFailure(.unavailable, "the process is gone")
    let ending = database.observed { moment in
      if moment.isWrite, moment.isAfter { throw failure }
    }
    await #expect(throws: failure) { try await cancel(in: ending) }
    #expect(try await ending.unsettledOrders().map(\.rawValue) == [order])
  }
}

/// Each failure of SQLite becomes one kind and one line that names the file.
struct StorageFailureTests {
  @Test(
    arguments: [
      (.SQLITE_FULL, .storageFull),
      (.SQLITE_READONLY, .storageNotWritable),
      (.SQLITE_CANTOPEN, .storageNotWritable),
      (.SQLITE_PERM, .storageNotWritable),
      (.SQLITE_BUSY, .storageLocked),
      (.SQLITE_BUSY_SNAPSHOT, .storageLocked),
      (.SQLITE_LOCKED, .storageLocked),
      (.SQLITE_CORRUPT, .storageDamaged),
      (.SQLITE_NOTADB, .storageDamaged),
      (.SQLITE_IOERR_FSYNC, .storageFailed),
      (.SQLITE_CONSTRAINT_UNIQUE, .storageFailed),
    ] as [(ResultCode, FlowFailure.Code)]
  )
  func `an error of SQLite has its kind and names the file`(
    result: ResultCode,
    code: FlowFailure.Code
  ) {
    let error = FlowFailure(storage: DatabaseError(resultCode: result), path: "/data/cookr.sqlite")
    #expect(error.code == code)
    #expect(error.message.contains("'/data/cookr.sqlite'"))
    #expect(!error.message.contains("\n"))
  }

  @Test(arguments: [(ENOSPC, .storageFull), (EIO, .storageFailed)] as [(Int32, FlowFailure.Code)])
  func `an I/O error for want of room is a full disk`(cause: Int32, code: FlowFailure.Code) {
    let error = DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE)
    #expect(FlowFailure(storage: error, path: "/data/cookr.sqlite", cause: cause).code == code)
  }

  @Test func `an error that was translated before keeps its words`() {
    let original = FlowFailure(.storageNewer, "too new", help: "update")
    let error = FlowFailure(storage: original, path: "/data/cookr.sqlite")
    #expect(error == original)
  }
}

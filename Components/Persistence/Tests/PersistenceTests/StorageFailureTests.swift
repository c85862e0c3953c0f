import FlowKit
import Foundation
import GRDB
import Persistence
import Testing

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

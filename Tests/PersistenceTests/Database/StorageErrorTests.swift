import Foundation
import GRDB
import Persistence
import Testing

/// Each failure of SQLite becomes one kind and one line that names the file.
struct StorageErrorTests {
  @Test(
    arguments: [
      (.SQLITE_FULL, .full),
      (.SQLITE_READONLY, .notWritable),
      (.SQLITE_CANTOPEN, .notWritable),
      (.SQLITE_PERM, .notWritable),
      (.SQLITE_BUSY, .locked),
      (.SQLITE_BUSY_SNAPSHOT, .locked),
      (.SQLITE_LOCKED, .locked),
      (.SQLITE_CORRUPT, .damaged),
      (.SQLITE_NOTADB, .damaged),
      (.SQLITE_IOERR_FSYNC, .failed),
      (.SQLITE_CONSTRAINT_UNIQUE, .failed),
    ] as [(ResultCode, StorageError.Code)]
  )
  func `an error of SQLite has its kind and names the file`(
    result: ResultCode,
    code: StorageError.Code
  ) {
    let error = StorageError(DatabaseError(resultCode: result), path: "/data/cookr.sqlite")
    #expect(error.code == code)
    #expect(error.message.contains("'/data/cookr.sqlite'"))
    #expect(!error.message.contains("\n"))
  }

  @Test func `an error that was translated before keeps its words`() {
    let original = StorageError(.newer, "too new", help: "update")
    let error = StorageError(original, path: "/data/cookr.sqlite")
    #expect(error.code == .newer)
    #expect("\(error)" == "too new\nhelp: update")
  }
}

public import FlowKit
import Foundation
import GRDB

// Stores fail with the failures of flows, so that whatever flow was writing ends with these words,
// and the command with the exit status of their kind.
extension FlowFailure.Code {
  public static let storageFull = Self(rawValue: "storage.full", kind: .unavailable)
  /// The file or its folder may not be written, or not be opened.
  public static let storageNotWritable = Self(
    rawValue: "storage.not-writable",
    kind: .misconfigured
  )
  public static let storageLocked = Self(rawValue: "storage.locked", kind: .unavailable)
  /// The file is no database, or a broken one.
  public static let storageDamaged = Self(rawValue: "storage.damaged", kind: .damaged)
  /// The file was written by a newer version of the app.
  public static let storageNewer = Self(rawValue: "storage.newer", kind: .conflict)
  /// The open file is no longer the one at its path.
  public static let storageGone = Self(rawValue: "storage.gone", kind: .unavailable)
  /// Any other failure of the system.
  public static let storageFailed = Self(rawValue: "storage.failed")
}

extension FlowFailure {
  /// Puts an error of SQLite, or of the system, into the person's words.
  ///
  /// - Parameter cause: the system's error number behind one of SQLite's, where it is known.
  public init(storage error: any Error, path: String, cause: Int32 = 0) {
    switch error {
    case let failure as FlowFailure: self = failure
    case let error as DatabaseError: self.init(database: error, path: path, cause: cause)
    default: self.init(.storageFailed, "cannot use '\(path)': \(error)")
    }
  }

  init(errno code: Int32, path: String) {
    let reason = String(cString: strerror(code))
    switch code {
    case ENOSPC, EDQUOT:
      self.init(
        .storageFull,
        "no space left to write '\(path)': \(reason)",
        help: "free some space and try again"
      )
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR:
      self.init(
        .storageNotWritable,
        "cannot open '\(path)': \(reason)",
        help: "choose a writable file with '--database FILE'"
      )
    default:
      self.init(.storageFailed, "cannot use '\(path)': \(reason)")
    }
  }

  /// A file that holds what no version of the app has written.
  public static func damaged(_ message: String) -> FlowFailure {
    FlowFailure(
      .storageDamaged,
      message,
      help: "restore the database from a backup, or start a new one with '--database FILE'"
    )
  }

  /// What another process holds for longer than this one waits.
  public static func locked(_ message: String) -> FlowFailure {
    FlowFailure(
      .storageLocked,
      message,
      help: "try again when it is done, or wait longer with '--patience SECONDS'"
    )
  }

  private init(database error: DatabaseError, path: String, cause: Int32) {
    let reason = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_FULL,
      .SQLITE_IOERR where cause == ENOSPC || cause == EDQUOT:
      self.init(
        .storageFull,
        "the disk of '\(path)' is full, nothing was written",
        help: "free some space and try again"
      )
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      self.init(
        .storageNotWritable,
        "the database '\(path)' cannot be written: \(reason)",
        help: "choose a writable file with '--database FILE'"
      )
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .locked("the database '\(path)' is held by another process")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self = .damaged("the database '\(path)' is damaged: \(reason)")
    case .SQLITE_IOERR:
      self.init(.storageFailed, "the disk of '\(path)' failed: \(reason)", help: "check the disk")
    default:
      self.init(.storageFailed, "the database '\(path)' refused: \(error)")
    }
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import GRDB

/// Why the app's data could not be read or written, in words for the person.
package struct StorageError: Error, Sendable {
  /// What kind of trouble it is.
  package let code: Code
  /// A lower-case fragment.
  package let message: String
  /// What the person can do next.
  package let help: String?

  /// An open set of kinds.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's stable name.
    package let rawValue: String

    /// Makes a kind from its stable name.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The disk has no room left.
    package static let full = Code(rawValue: "full")
    /// The file or its folder may not be written, or not be opened.
    package static let notWritable = Code(rawValue: "not-writable")
    /// Another process holds the database.
    package static let locked = Code(rawValue: "locked")
    /// The file is no database, or a broken one.
    package static let damaged = Code(rawValue: "damaged")
    /// The file was written by a newer version of the app.
    package static let newer = Code(rawValue: "newer")
    /// What is to be written contradicts what is there.
    package static let conflict = Code(rawValue: "conflict")
    /// Any other failure of the system.
    package static let failed = Code(rawValue: "failed")
  }

  /// Makes an error with its words.
  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

extension StorageError {
  init(errno code: Int32, path: String?) {
    let reason = String(cString: strerror(code))
    let place = path.map { " '\($0)'" } ?? ""
    switch code {
    case ENOSPC, EDQUOT:
      self.init(.full, "no room to write\(place): \(reason)", help: "free some space and try again")
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR:
      self.init(
        .notWritable,
        "cannot open\(place): \(reason)",
        help: "give a place that can be written with '--database FILE'"
      )
    default:
      self.init(.failed, "cannot use\(place): \(reason)")
    }
  }

  /// Puts an error of SQLite, or of the system, into the person's words.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as StorageError: self = error
    case let error as DatabaseError: self.init(database: error, path: path)
    default: self.init(.failed, "cannot use '\(path)': \(error)")
    }
  }

  private init(database error: DatabaseError, path: String) {
    let reason = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_FULL:
      self.init(
        .full,
        "the disk of '\(path)' is full, nothing was written",
        help: "free some space and try again"
      )
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      self.init(
        .notWritable,
        "the database '\(path)' cannot be written: \(reason)",
        help: "give a place that can be written with '--database FILE'"
      )
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .locked,
        "the database '\(path)' is held by another process",
        help: "try again when it is done, or wait longer with '--patience SECONDS'"
      )
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(
        .damaged,
        "the database '\(path)' is damaged: \(reason)",
        help: "restore it from a backup, or start a new one with '--database FILE'"
      )
    case .SQLITE_IOERR:
      self.init(.failed, "the disk of '\(path)' failed: \(reason)", help: "check the disk")
    default:
      self.init(.failed, "the database '\(path)' refused: \(error)")
    }
  }
}

extension StorageError: CustomStringConvertible {
  /// The message, and the help after it on a line of its own.
  package var description: String {
    guard let help else { return message }
    return "\(message)\nhelp: \(help)"
  }
}

import CSQLite
package import Errors
import Files
import Workspace

/// What the package manager's build system has recorded of every command and file of a build folder:
/// the SQLite database `build.db`, in the format of llbuild's version 17 and those after it that keep
/// to these columns.
package struct BuildDatabase: Sendable {
  /// One command, file or other thing that was brought up to date.
  package struct Entry: Sendable {
    /// A letter for the kind, `C` for a command, and the name.
    let key: String
    /// The number of the build that it was brought up to date in.
    let build: Int64
    /// When it was asked for, which may be long before it ran; in seconds since the machine started.
    let start: Double
    /// When it was up to date, on the same clock.
    let end: Double
    /// The numbers of the entries that it waited for.
    let dependencies: [Int64]

    var isCommand: Bool { key.hasPrefix("C") && !key.hasPrefix("C<") }

    package init(
      key: String,
      build: Int64,
      start: Double,
      end: Double,
      dependencies: [Int64] = []
    ) {
      (self.key, self.build) = (key, build)
      (self.start, self.end) = (start, end)
      self.dependencies = dependencies
    }
  }

  /// The number of the last build; 0 if there was none.
  package let lastBuild: Int64
  /// By their numbers.
  let entries: [Int64: Entry]

  package init(lastBuild: Int64, entries: [Int64: Entry]) {
    (self.lastBuild, self.entries) = (lastBuild, entries)
  }

  /// Reads the database of a build folder; without entries if there is none yet.
  ///
  /// Throws for a file that is no such database.
  package init(ofBuildFolder folder: String) throws(OperationError) {
    let path = "\(folder)/build.db"
    guard LocalFile.exists(path) else {
      self.init(lastBuild: 0, entries: [:])
      return
    }
    let connection = try Connection(path)
    var lastBuild: Int64 = 0
    try connection.read("SELECT iteration FROM info") { row in lastBuild = row.integer(0) }
    var entries: [Int64: Entry] = [:]
    try connection.read(
      """
      SELECT key_names.id, key, built_at, start, "end", dependencies
      FROM rule_results JOIN key_names ON key_names.id = key_id
      """
    ) { row in
      entries[row.integer(0)] = Entry(
        key: row.text(1),
        build: row.integer(2),
        start: row.number(3),
        end: row.number(4),
        dependencies: Self.dependencies(row.bytes(5))
      )
    }
    self.init(lastBuild: lastBuild, entries: entries)
  }

  /// Each is a number of 64 bits, the lowest first, of which two bits say what kind of dependency it is.
  private static func dependencies(_ bytes: [UInt8]) -> [Int64] {
    stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
      let word = bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int64(word >> 2)
    }
  }
}

/// A database that is read.
@safe
private struct Connection: ~Copyable {
  private let path: String
  private var database: OpaquePointer?

  init(_ path: String) throws(OperationError) {
    self.path = path
    let status = unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil)
    guard status == SQLITE_OK else { throw error() }
  }

  deinit {
    unsafe sqlite3_close_v2(database)
  }

  func read(_ query: String, _ body: (Row) -> Void) throws(OperationError) {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK else {
      throw error()
    }
    defer { unsafe sqlite3_finalize(statement) }
    while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_ROW: unsafe body(Row(statement: statement))
      case SQLITE_DONE: return
      default: throw error()
      }
    }
  }

  private func error() -> OperationError {
    let reason = unsafe String(cString: sqlite3_errmsg(database))
    return OperationError(
      .inputOutput,
      "cannot read the times of the build in '\(path)': \(reason)"
    )
  }

  @safe
  struct Row {
    fileprivate let statement: OpaquePointer?

    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

    func number(_ column: Int32) -> Double { unsafe sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func bytes(_ column: Int32) -> [UInt8] {
      guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}

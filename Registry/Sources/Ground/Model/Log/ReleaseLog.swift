package import Base
package import Versions

/// The release log of a component: a set of records whose order has no meaning, so that branches
/// merge by union.
///
/// Equal lines count once. Two different records of one release are an error; of several
/// withdrawals of one release, the first by date counts.
package struct ReleaseLog: Sendable {
  /// The text of the file; new records are added at its end, and existing ones never change.
  package let text: String
  /// The name of the file for messages.
  package let file: String

  /// Sorted by precedence, oldest version first.
  package private(set) var releases: [Release] = []

  /// By the key of the version.
  private var recorded: [SemanticVersion: (release: Release, line: Line)] = [:]
  /// In the order of the lines, possibly with equal ones.
  private var allYanks: [Yank] = []
  /// The first withdrawal of each release.
  private var yanks: [SemanticVersion: (yank: Yank, line: Line)] = [:]

  private typealias Line = (number: Int, bytes: Range<Int>)

  /// The log of a component that was never released.
  package init(file: String) {
    (text, self.file) = ("", file)
  }

  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    try LogLimits.check(size: bytes.count, file: file)
    (text, self.file) = (String(decoding: bytes, as: UTF8.self), file)
    for (index, line) in try LogLimits.lines(of: bytes, file: file).enumerated()
    where !line.isEmpty {
      let record = try LogRecord(reading: line, file: file, line: index + 1)
      try add(record, at: (index + 1, line.indices))
    }
    try checkYanks()
    releases = recorded.values.map(\.release).sorted { $0.version < $1.version }
  }

  /// The release of that version, whatever the build metadata and the case of its letters.
  package func release(_ version: SemanticVersion) -> Release? {
    recorded[version.releaseKey]?.release
  }

  /// The record of that release as the log has it.
  package func record(of version: SemanticVersion) -> Substring? {
    recorded[version.releaseKey].map { _, line in
      let start = text.utf8.index(text.startIndex, offsetBy: line.bytes.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: line.bytes.count)]
    }
  }

  /// Why and when that release was withdrawn, if it was.
  package func yank(of version: SemanticVersion) -> Yank? {
    yanks[version.releaseKey]?.yank
  }

  /// The records by their lines.
  private var lines: [String: LogRecord] {
    let records = releases.map(LogRecord.release) + allYanks.map(LogRecord.yank)
    return Dictionary(records.map { ($0.line, $0) }) { first, _ in first }
  }

  /// The log with one more record at its end; the same log where it has that record already.
  package func adding(_ record: LogRecord) throws(OperationError) -> ReleaseLog {
    if has(record) { return self }
    return try adding([record.line])
  }

  private func has(_ record: LogRecord) -> Bool {
    switch record {
    case .release(let release):
      guard let known = self.release(release.version) else { return false }
      return LogRecord.release(known).line == record.line
    case .yank: return allYanks.contains { LogRecord.yank($0).line == record.line }
    }
  }

  /// The log with more releases at its end, none of whose versions it has.
  package func adding(_ releases: [Release]) throws(OperationError) -> ReleaseLog {
    try adding(releases.map { LogRecord.release($0).line })
  }

  private func adding(_ lines: [String]) throws(OperationError) -> ReleaseLog {
    // A merge may have left the last line without its end.
    let start = text.isEmpty || text.utf8.last == 0x0A ? text : text + "\n"
    let bytes = Array((start + lines.map { "\($0)\n" }.joined()).utf8)
    return try ReleaseLog(reading: bytes, file: file)
  }

  /// The same log without internal releases.
  package func published() throws(OperationError) -> ReleaseLog {
    guard releases.contains(where: \.isInternal) else { return self }
    let known = releases.filter { !$0.isInternal }
    let names = Set(known.map(\.version.releaseKey))
    let yanks = allYanks.filter { names.contains($0.version.releaseKey) }
    return try ReleaseLog(file: file).adding(
      known.map { LogRecord.release($0).line } + yanks.map { LogRecord.yank($0).line }
    )
  }

  /// The records of `earlier` that are missing in this log, which means that someone removed or
  /// changed them.
  package func records(missingSince earlier: ReleaseLog) -> [LogRecord] {
    let lines = lines
    return earlier.lines.filter { lines[$0.key] == nil }.sortedByKey.map(\.value)
  }
}

extension ReleaseLog: Equatable {
  /// Whether both hold the same records, in whatever order.
  package static func == (left: ReleaseLog, right: ReleaseLog) -> Bool {
    Set(left.lines.keys) == Set(right.lines.keys)
  }
}

extension ReleaseLog {
  private mutating func add(_ record: LogRecord, at line: Line) throws(OperationError) {
    switch record {
    case .release(let release):
      let key = release.version.releaseKey
      if let (other, first) = recorded[key] {
        if LogRecord.release(other).line == record.line { return }
        throw failure(
          .conflictingRecords,
          "release '\(release.version)' is recorded differently on line \(first.number)",
          help: "a release never changes: keep the line that was there first",
          line: line.number,
          key: Release.Key.version.rawValue
        )
      }
      recorded[key] = (release, line)
    case .yank(let yank):
      allYanks.append(yank)
      let key = yank.version.releaseKey
      if let other = yanks[key]?.yank, (other.date, other.reason) <= (yank.date, yank.reason) {
        return
      }
      yanks[key] = (yank, line)
    }
  }

  /// After all lines, because a withdrawal may come before its release.
  private func checkYanks() throws(OperationError) {
    let unknown = yanks.filter { recorded[$0.key] == nil }.values
    guard let (yank, line) = unknown.min(by: { $0.line.number < $1.line.number }) else { return }
    let versions = recorded.values.map(\.release.version)
    throw failure(
      .unknownRelease,
      "version '\(yank.version)' is withdrawn but was never released",
      help: Suggestion.nearest(to: yank.version, in: versions)
        .map { "the nearest release is '\($0)'" },
      line: line.number,
      key: Yank.Key.yank.rawValue
    )
  }

  private func failure(
    _ code: OperationError.Code,
    _ message: String,
    help: String?,
    line: Int,
    key: String
  ) -> OperationError {
    OperationError(code, message, help: help)
      .at(file: file, line: line, keyPath: .root.appending(.member(key)))
  }
}

package import Errors
package import Versioning

/// The release log of a component: a set of records whose order has no meaning, so that branches
/// merge by union.
///
/// Equal lines count once. Two different records of one release are an error; of several
/// withdrawals of one release, the first by date counts.
package struct ReleaseLog: Sendable {
  /// The text of the file; new records are added at its end, and existing ones never change.
  package private(set) var text: String
  /// The name of the file for messages.
  package let file: String

  /// Sorted by precedence, oldest version first.
  package private(set) var releases: [Release] = []

  private var index: LogIndex

  /// The log of a component that was never released.
  package init(file: String) {
    (text, self.file, index) = ("", file, LogIndex(file: file))
  }

  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    self.init(file: file)
    try append(bytes)
  }

  /// Adds the lines that follow those already read.
  private mutating func append(_ bytes: [UInt8]) throws(OperationError) {
    try LogLimits.check(size: text.utf8.count + bytes.count, file: file)
    for line in try LogLimits.lines(of: bytes, after: index.lineCount, file: file) {
      try index.add(line, after: text.utf8.count)
    }
    try index.checkYanks()
    text += String(decoding: bytes, as: UTF8.self)
    let read = index.releases
    let isOrdered = zip(read, read.dropFirst()).allSatisfy { $0.version < $1.version }
    releases = isOrdered ? read : read.sorted { $0.version < $1.version }
  }

  /// The release of that version, whatever the build metadata and the case of its letters.
  package func release(_ version: SemanticVersion) -> Release? {
    index.release(version)
  }

  /// The record of that release as the log has it.
  package func record(of version: SemanticVersion) -> Substring? {
    index.bytes(of: version).map { bytes in
      let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: bytes.count)]
    }
  }

  /// The releases between the bounds of a requirement, oldest first, which need not all meet it.
  package func candidates(for requirement: VersionRequirement) -> ArraySlice<Release> {
    switch requirement {
    case .exact(let version):
      guard let release = release(version) else { return [] }
      let place = place(of: release.version)
      return releases[place...place]
    default:
      guard let range = requirement.range, range.lower < range.upper else { return [] }
      return releases[place(of: range.lower)..<place(of: range.upper)]
    }
  }

  /// How many releases are lower.
  private func place(of version: SemanticVersion) -> Int {
    var (low, high) = (releases.startIndex, releases.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if releases[middle].version < version { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Why and when that release was withdrawn, if it was.
  package func yank(of version: SemanticVersion) -> Yank? {
    index.yanks[version.releaseKey]
  }

  /// The records by their lines.
  private var lines: [String: LogRecord] {
    let records = releases.map(LogRecord.release) + index.allYanks.map(LogRecord.yank)
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
    case .yank: return index.allYanks.contains { LogRecord.yank($0).line == record.line }
    }
  }

  /// The log with more releases at its end, none of whose versions it has.
  package func adding(_ releases: [Release]) throws(OperationError) -> ReleaseLog {
    try adding(releases.map { LogRecord.release($0).line })
  }

  private func adding(_ lines: [String]) throws(OperationError) -> ReleaseLog {
    var log = self
    // A merge may have left the last line without its end.
    if !text.isEmpty, text.utf8.last != 0x0A { log.text += "\n" }
    try log.append(Array(lines.map { "\($0)\n" }.joined().utf8))
    return log
  }

  /// The same log without internal releases.
  package func published() throws(OperationError) -> ReleaseLog {
    guard releases.contains(where: \.isInternal) else { return self }
    let known = releases.filter { !$0.isInternal }
    let names = Set(known.map(\.version.releaseKey))
    let yanks = index.allYanks.filter { names.contains($0.version.releaseKey) }
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

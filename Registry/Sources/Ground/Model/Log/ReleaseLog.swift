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

  /// The releases in the order of precedence, oldest version first.
  package private(set) var releases: [Release] = []

  /// The record of each release, by the key of its version.
  private var recorded: [SemanticVersion: (release: Release, line: Line)] = [:]
  /// The withdrawals in the order of the lines, possibly with equal ones.
  private var allYanks: [Yank] = []
  /// The first withdrawal of each release.
  private var yanks: [SemanticVersion: (yank: Yank, line: Line)] = [:]

  private typealias Line = (number: Int, bytes: Range<Int>)

  /// The log of a component that was never released.
  package init(file: String) {
    (text, self.file) = ("", file)
  }

  /// Reads and checks the records of a log.
  ///
  /// - Parameter file: The name of the file, for messages.
  /// - Throws: ``OperationError`` for a line that is not a record, two different records of one
  ///   release, and the withdrawal of a version that is not in the log.
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

  /// The record of the withdrawal of a release; `nil` if it was not withdrawn.
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

/// The limits on a release log, so that a hostile log costs little time and memory.
package enum LogLimits {
  /// Records, withdrawals and empty lines counted.
  package static let lines = 100_000
  /// The greatest length of a line, in bytes.
  package static let line = 1 << 20
  /// The greatest size of a log, in bytes.
  package static let size = 64 << 20

  /// The lines of a log, counted and measured before any of them is read.
  static func lines(
    of bytes: [UInt8],
    file: String
  ) throws(OperationError) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(
      separator: 0x0A,
      maxSplits: Self.lines,
      omittingEmptySubsequences: false
    )
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count <= Self.lines else { throw tooLarge("more than \(Self.lines) lines", file) }
    if let long = lines.firstIndex(where: { $0.count > line }) {
      throw tooLarge(
        "a line of \(lines[long].count) bytes, expected at most \(line)",
        file,
        long + 1
      )
    }
    return lines
  }

  /// Refuses a log by its size alone.
  ///
  /// - Parameter file: As it is to be called in messages.
  package static func check(size: Int, file: String) throws(OperationError) {
    guard size <= Self.size else {
      throw tooLarge("\(size) bytes, expected at most \(Self.size)", file)
    }
  }

  private static func tooLarge(
    _ found: String,
    _ file: String,
    _ line: Int? = nil
  ) -> OperationError {
    OperationError(
      .tooLarge,
      "the release log has \(found)",
      help: "'git log --stat -- \(file)' shows which commit added so much"
    ).at(file: file, line: line)
  }
}

/// The members of a record that this version does not know, because its format is newer.
///
/// They are kept, so that writing the record again loses nothing. In a record of a known format, an
/// unknown key is an error.
package struct LaterFormat: Hashable, Sendable {
  /// The format of a record without members of later formats.
  package static let first = 1

  private static let key = "format"

  /// The number of the format of the record.
  package let format: Int
  /// The unknown members, by key.
  package let members: [String: JSONValue]

  /// `nil` for a known format; a record without a number has the first.
  ///
  /// - Parameter known: The last format of such a record of which every key is known.
  init?<Key: JSONKey>(
    _ field: JSONField?,
    others object: JSONObject<Key>,
    known: Int = Self.first
  ) throws(OperationError) {
    format = try field?.integer() ?? 1
    if let field, format < 1 {
      throw field.failure(.unknownSchema, "format '\(format)' is not known, expected '1' or more")
    }
    guard format > known else {
      try object.refuseOthers()
      return nil
    }
    members = Dictionary(object.others.map { ($0.key, $0.value.node.value) }) { first, _ in first }
  }

  static func adding(_ later: LaterFormat?, to record: JSONValue) -> JSONValue {
    guard let later, case .object(var members) = record else { return record }
    members.merge(later.members) { known, _ in known }
    members[key] = .integer(later.format)
    return .object(members)
  }
}

/// The order in which releases leave the repository: a component after all that its releases depend on.
package enum ComponentOrder {
  /// The components that may leave at the same time, level by level.
  ///
  /// Releases of two components may each depend on an earlier one of the other; such components are
  /// in one level.
  package static func levels(of logs: [ComponentName: ReleaseLog]) -> [[ComponentName]] {
    var open = logs.mapValues { log in
      Set(log.releases.flatMap(\.requires.keys)).intersection(logs.keys)
    }
    var levels: [[ComponentName]] = []
    while !open.isEmpty {
      var level = Set(open.filter(\.value.isEmpty).keys)
      if level.isEmpty { level = circle(in: open) }
      for name in level { open[name] = nil }
      open = open.mapValues { $0.subtracting(level) }
      levels.append(level.sorted())
    }
    return levels
  }

  /// Components that depend on each other, and on no others of these.
  private static func circle(
    in open: [ComponentName: Set<ComponentName>]
  ) -> Set<ComponentName> {
    var smallest = Set(open.keys)
    for name in open.keys.sorted() where smallest.contains(name) {
      let reached = reach(of: name, in: open)
      if reached.count < smallest.count { smallest = reached }
    }
    return smallest
  }

  private static func reach(
    of name: ComponentName,
    in open: [ComponentName: Set<ComponentName>]
  ) -> Set<ComponentName> {
    var reached: Set<ComponentName> = []
    var next = [name]
    while let name = next.popLast() {
      next += (open[name] ?? []).filter { reached.insert($0).inserted }
    }
    return reached
  }
}

/// A line of a release log.
package enum LogRecord: Hashable, Sendable {
  case release(Release)
  case yank(Yank)

  /// The line without its end: compact, with sorted keys, so that equal records have equal lines.
  package var line: String {
    json.compact
  }

  private var json: JSONValue {
    switch self {
    case .release(let release): release.json
    case .yank(let yank): yank.json
    }
  }

  init(reading bytes: ArraySlice<UInt8>, file: String, line: Int) throws(OperationError) {
    let field = try JSONField(reading: Array(bytes), file: file, line: line)
    self = field.has(Yank.Key.yank) ? .yank(try Yank(field)) : .release(try Release(field))
  }
}

/// The record of a withdrawal: the release is no longer chosen, and can still be built where it is
/// pinned.
package struct Yank: Hashable, Sendable {
  /// The version of the withdrawn release.
  package var version: SemanticVersion
  /// The reason for the withdrawal, for users.
  package var reason: String
  /// The time of the withdrawal.
  package var date: RecordDate
  /// Members of a later format, kept as they were read.
  package var later: LaterFormat?

  package init(
    version: SemanticVersion,
    reason: String,
    date: RecordDate,
    later: LaterFormat? = nil
  ) {
    self.version = version
    self.reason = reason
    self.date = date
    self.later = later
  }
}

extension Yank {
  enum Key: String, JSONKey {
    case date
    case format
    case reason
    case yank
  }

  var json: JSONValue {
    let members: [Key: JSONValue] = [
      .date: .string(date.description),
      .reason: .string(reason),
      .yank: .string(version.description),
    ]
    return LaterFormat.adding(later, to: .members(members))
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    later = try LaterFormat(object[.format], others: object)
    version = try object.required(.yank).version()
    reason = try object.required(.reason).string()
    date = try object.required(.date).parse(RecordDate.init(_:))
  }
}

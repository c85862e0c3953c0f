package import Versioning

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
  package let releases: [Release]

  /// The index of each release.
  private let places: [SemanticVersion: Int]
  /// The first withdrawal of each release.
  private let yanks: [SemanticVersion: Yank]
  private let allYanks: [Yank]

  /// The log of a component that was never released.
  package init(file: String) {
    (text, self.file) = ("", file)
    (releases, places, yanks, allYanks) = ([], [:], [:], [])
  }

  package init(reading bytes: [UInt8], file: String) throws(RegistryModelError) {
    var index = LogIndex(file: file)
    for (offset, line) in try LogLimits.lines(of: bytes, file: file).enumerated()
    where !line.isEmpty {
      try index.add(
        LogRecord(reading: line, file: file, line: offset + 1),
        line: offset + 1
      )
    }
    try index.checkYanks()
    text = String(decoding: bytes, as: UTF8.self)
    self.file = file
    let order = index.releases.indices.sorted {
      index.releases[$0].version < index.releases[$1].version
    }
    var ranks = order
    for (rank, place) in order.enumerated() { ranks[place] = rank }
    releases = order.map { index.releases[$0] }
    places = index.places.mapValues { ranks[$0] }
    (yanks, allYanks) = (index.yanks, index.allYanks)
  }

  /// The release of that version, whatever the build metadata and the case of its letters.
  package func release(_ version: SemanticVersion) -> Release? {
    places[version.releaseKey].map { releases[$0] }
  }

  /// The releases between the bounds of a requirement, oldest first, which need not all meet it.
  package func candidates(for requirement: VersionRequirement) -> ArraySlice<Release> {
    switch requirement {
    case .exact(let version):
      guard let place = places[version.releaseKey] else { return [] }
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
    yanks[version.releaseKey]
  }

  /// The records by their lines.
  private var lines: [String: LogRecord] {
    let records = releases.map(LogRecord.release) + allYanks.map(LogRecord.yank)
    return Dictionary(records.map { ($0.line, $0) }) { first, _ in first }
  }

  /// The log with one more record at its end; the same log where it has that record already.
  package func adding(_ record: LogRecord) throws(RegistryModelError) -> ReleaseLog {
    if has(record) { return self }
    // A merge may have left the last line without its end.
    let start = text.isEmpty || text.utf8.last == 0x0A ? text : text + "\n"
    return try ReleaseLog(reading: Array("\(start)\(record.line)\n".utf8), file: file)
  }

  private func has(_ record: LogRecord) -> Bool {
    switch record {
    case .release(let release):
      self.release(release.version).map { LogRecord.release($0).line } == record.line
    case .yank: allYanks.contains { LogRecord.yank($0).line == record.line }
    }
  }

  /// The log with more releases at its end, none of whose versions it has.
  package func adding(_ releases: [Release]) throws(RegistryModelError) -> ReleaseLog {
    let start = text.isEmpty || text.utf8.last == 0x0A ? text : text + "\n"
    let lines = releases.map { "\(LogRecord.release($0).line)\n" }.joined()
    return try ReleaseLog(reading: Array("\(start)\(lines)".utf8), file: file)
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

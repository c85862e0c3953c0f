import Errors
import Versioning

/// The records of a log, indexed while it is read.
struct LogIndex {
  private let file: String
  /// Each once, in the order of the lines, which is nearly that of the versions.
  private(set) var releases: [Release] = []
  private var places: [SemanticVersion: Int] = [:]
  /// In the order of the lines, possibly with equal ones.
  private(set) var allYanks: [Yank] = []
  /// The first withdrawal of each release.
  private(set) var yanks: [SemanticVersion: Yank] = [:]
  /// How many lines were read, empty ones counted.
  private(set) var lineCount = 0
  private var releaseLines: [(number: Int, bytes: Range<Int>)] = []
  private var yankLines: [SemanticVersion: Int] = [:]

  init(file: String) {
    self.file = file
  }

  func release(_ version: SemanticVersion) -> Release? {
    places[version.releaseKey].map { releases[$0] }
  }

  /// The place of the release's line in the log.
  func bytes(of version: SemanticVersion) -> Range<Int>? {
    places[version.releaseKey].map { releaseLines[$0].bytes }
  }

  /// Reads the next line, which may be empty.
  ///
  /// - Parameter start: Where the first of these bytes is in the log.
  mutating func add(_ bytes: ArraySlice<UInt8>, after start: Int) throws(OperationError) {
    lineCount += 1
    if bytes.isEmpty { return }
    try add(
      LogRecord(reading: bytes, file: file, line: lineCount),
      line: (lineCount, start + bytes.startIndex..<start + bytes.endIndex)
    )
  }

  private mutating func add(
    _ record: LogRecord,
    line: (number: Int, bytes: Range<Int>)
  ) throws(OperationError) {
    switch record {
    case .release(let release):
      let key = release.version.releaseKey
      if let place = places[key] {
        if LogRecord.release(releases[place]).line == record.line { return }
        throw failure(
          .conflictingRecords,
          "release '\(release.version)' is recorded differently on line \(releaseLines[place].number)",
          help: "a release never changes: keep the line that was there first",
          line: line.number,
          key: Release.Key.version.rawValue
        )
      }
      places[key] = releases.count
      releases.append(release)
      releaseLines.append(line)
    case .yank(let yank):
      allYanks.append(yank)
      let key = yank.version.releaseKey
      if let other = yanks[key], (other.date, other.reason) <= (yank.date, yank.reason) { return }
      yanks[key] = yank
      yankLines[key] = line.number
    }
  }

  /// After all lines, because a withdrawal may come before its release.
  func checkYanks() throws(OperationError) {
    for (key, line) in yankLines.sorted(by: { $0.value < $1.value }) where places[key] == nil {
      guard let yank = yanks[key] else { continue }
      throw failure(
        .unknownRelease,
        "version '\(yank.version)' is withdrawn but was never released",
        help: Suggestion.nearest(to: yank.version, in: releases.map(\.version))
          .map { "the nearest release is '\($0)'" },
        line: line,
        key: Yank.Key.yank.rawValue
      )
    }
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

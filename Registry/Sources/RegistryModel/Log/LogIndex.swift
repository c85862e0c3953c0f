import Versioning

/// The records of a log while it is read, by what they are found by.
struct LogIndex {
  private let file: String
  /// In the order of the lines; equal ones may stand here several times.
  private(set) var records: [LogRecord] = []
  private(set) var releases: [String: Release] = [:]
  /// Each once, in the order of the lines, which is nearly that of the versions.
  private(set) var releasesByLine: [Release] = []
  private(set) var yanks: [String: Yank] = [:]
  private var releaseLines: [String: Int] = [:]
  private var yankLines: [String: Int] = [:]

  init(file: String) {
    self.file = file
  }

  mutating func add(_ record: LogRecord, line: Int) throws(RegistryModelError) {
    records.append(record)
    switch record {
    case .release(let release):
      let key = release.version.releaseKey
      if let other = releases[key], let first = releaseLines[key] {
        if LogRecord.release(other).line == record.line { return }
        throw failure(
          .conflictingRecords,
          "release '\(release.version)' is recorded otherwise on line \(first)",
          help: "a release never changes: keep the line that was there first",
          line: line,
          key: Release.Key.version.rawValue
        )
      }
      (releases[key], releaseLines[key]) = (release, line)
      releasesByLine.append(release)
    case .yank(let yank):
      let key = yank.version.releaseKey
      if let other = yanks[key], (other.date, other.reason) <= (yank.date, yank.reason) { return }
      yanks[key] = yank
      yankLines[key] = line
    }
  }

  /// After all lines, since a yank may stand before its release.
  func checkYanks() throws(RegistryModelError) {
    for (key, line) in yankLines.sorted(by: { $0.value < $1.value }) where releases[key] == nil {
      guard let yank = yanks[key] else { continue }
      throw failure(
        .unknownRelease,
        "version '\(yank.version)' is withdrawn but was never released",
        help: Suggestion.nearest(to: yank.version, in: releases.values.map(\.version))
          .map { "the nearest release is '\($0)'" },
        line: line,
        key: Yank.Key.yank.rawValue
      )
    }
  }

  private func failure(
    _ code: RegistryModelError.Code,
    _ message: String,
    help: String?,
    line: Int,
    key: String
  ) -> RegistryModelError {
    RegistryModelError(code, message, help: help)
      .at(file: file, line: line, keyPath: .member(of: .root, key: key))
  }
}

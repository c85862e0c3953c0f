import GitValues
package import RegistryModel
package import Versioning

/// The latest release of a log, read without parsing every record as JSON: in the written form of
/// records, their last members are the tree and the version.
package struct LogDigest {
  /// Of the greatest release of all.
  package private(set) var tree: String?
  /// The greatest release that is not withdrawn; a pre-release only where there is nothing else.
  package private(set) var latest: SemanticVersion?
  /// The greatest release that is not withdrawn, a pre-release or not.
  package private(set) var greatestAvailable: SemanticVersion?

  private var greatest: SemanticVersion?
  /// Whether the greatest release may be published with other files than its tree has.
  package var mayHaveForm: Bool {
    let keys = [#""files":"#, #""omits":"#, #""adds":"#].map { Array($0.utf8) }
    return record.indices.contains { index in
      record[index] == UInt8(ascii: "\"") && keys.contains { record[index...].starts(with: $0) }
    }
  }

  /// The record of the greatest release, as a log of its own.
  private var record: [UInt8] = []

  /// Nothing for a log with lines of any other form, which has to be read as a whole.
  package init?(_ text: [UInt8]) {
    var versions: [SemanticVersion] = []
    var withdrawn: Set<SemanticVersion> = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let (member, rest) = Self.lastMember(of: line) else { return nil }
      if rest.ends(with: #","version""#), Self.isRelease(line) {
        let before = rest.dropLast(#","version""#.utf8.count)
        guard let version = try? SemanticVersion(member),
          let (tree, _) = Self.lastMember(of: before + [UInt8(ascii: "}")])
        else { return nil }
        versions.append(version)
        if greatest.map({ $0 < version }) ?? true {
          (greatest, self.tree, record) = (version, tree, Array(line))
        }
      } else if rest.ends(with: #","yank""#), let version = try? SemanticVersion(member) {
        withdrawn.insert(version.releaseKey)
      } else {
        return nil
      }
    }
    let available = versions.filter { !withdrawn.contains($0.releaseKey) }
    (latest, greatestAvailable) = (Self.latest(of: available), available.max())
  }

  package init(_ log: ReleaseLog) {
    let releases = log.releases
    tree = releases.last?.tree.description
    record = releases.last.map { Array(LogRecord.release($0).line.utf8) } ?? []
    let available = releases.map(\.version).filter { log.yank(of: $0) == nil }
    (latest, greatestAvailable) = (Self.latest(of: available), available.max())
  }

  /// The greatest release of all, read as a whole.
  package func greatestRelease(file: String) throws(RegistryModelError) -> Release? {
    try ReleaseLog(reading: record, file: file).releases.last
  }

  private static func isRelease(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: #"{"archive""#.utf8) || line.starts(with: #"{"adds""#.utf8)
  }

  private static func latest(of standing: [SemanticVersion]) -> SemanticVersion? {
    standing.filter { !$0.isPrerelease }.max() ?? standing.max()
  }

  /// The string that a line `…"key":"value"}` ends with, and what stands before its colon.
  private static func lastMember(
    of line: ArraySlice<UInt8>
  ) -> (value: String, before: ArraySlice<UInt8>)? {
    let quote = UInt8(ascii: "\"")
    guard line.ends(with: #""}"#) else { return nil }
    let body = line.dropLast(2)
    guard let start = body.lastIndex(of: quote), start > body.startIndex,
      body[start - 1] == UInt8(ascii: ":")
    else { return nil }
    let value = String(decoding: body[(start + 1)...], as: UTF8.self)
    return (value, body[..<(start - 1)])
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool {
    count >= text.utf8.count && suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}

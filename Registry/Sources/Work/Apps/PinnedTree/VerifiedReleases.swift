import Base
import Content
import Git
import Model
import Versions

/// The releases that were found to match their records.
///
/// Neither a record nor a tree ever changes, so a clone checks each release once.
struct VerifiedReleases: Sendable {
  /// A hash of what each result depends on.
  private(set) var keys: Set<String> = []

  private static let header = "registry-verified 1"
  private static let most = 10_000

  init() {}

  /// Reads a stored list, and ignores anything else.
  init(reading bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    if lines.first == Self.header { keys = Set(lines.dropFirst()) }
  }

  var content: [UInt8] {
    Array(([Self.header] + keys.sorted()).map { $0 + "\n" }.joined().utf8)
  }

  /// Checks the archives or files of unknown releases, on all processors.
  ///
  /// - Throws: For the first release, by name, that does not match its record or cannot be packed.
  mutating func check(
    _ releases: [ComponentName: Release],
    in repository: borrowing Repository
  ) throws {
    let current = releases.sorted { $0.key < $1.key }
      .map { (name: $0, release: $1, key: Self.key($0, $1)) }
    let unknown = current.filter { !keys.contains($0.key) }
    let outcomes = unknown.concurrentMap(reading: repository.gitDirectory) { current, repository in
      try unifyingErrors(of: "component '\(current.name)'") {
        try current.release.verifyObjects(of: current.name, in: repository)
      }
    }
    for outcome in outcomes { try outcome.get() }
    if keys.count > Self.most { keys = [] }
    keys.formUnion(current.map(\.key))
  }

  private static func key(_ name: ComponentName, _ release: Release) -> String {
    Repository.blobID(of: Array("\(name)\n\(LogRecord.release(release).line)".utf8)).hex
  }
}

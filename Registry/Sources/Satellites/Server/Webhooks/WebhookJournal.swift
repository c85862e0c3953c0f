import Base
import Git

/// What a webhook was told, so that a restart neither loses nor repeats anything: a commit of which it
/// knows all, and the deliveries since then.
///
/// It is beside the token file, and not in the cache, which may be removed.
struct WebhookJournal {
  private let path: String
  private(set) var commit: ObjectID
  private var deliveries: Set<String> = []

  /// - Parameter start: Where a webhook begins that was told nothing yet.
  init(at path: String, start: ObjectID) {
    self.path = path
    commit = start
    guard let bytes = try? LocalFile.read(path) else { return }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard let first = lines.first, let known = try? ObjectID(hex: first) else { return }
    commit = known
    deliveries = Set(lines.dropFirst())
  }

  func contains(_ delivery: String) -> Bool { deliveries.contains(delivery) }

  mutating func add(_ delivery: String) {
    deliveries.insert(delivery)
  }

  /// Everything up to this commit was told.
  mutating func finish(_ commit: ObjectID) {
    self.commit = commit
    deliveries = []
  }

  func save() throws(OperationError) {
    let lines = [commit.hex] + deliveries.sorted()
    let replacement = StagedReplacement(path: path, staging: "\(path).new")
    // Not without the git directory, in whose place nothing is to be.
    try LocalFile.makeDirectory(replacement.folder)
    try replacement.replace(with: Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}

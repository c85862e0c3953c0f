import Errors
import Files
import GitValues

/// What a webhook was told, so that a restart neither loses nor repeats anything: a commit of which it
/// knows all, and the deliveries since then.
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
    try LocalFile.update(path, to: Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}

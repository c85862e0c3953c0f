import Git
import RegistryModel
import RegistryOperations
import Synchronization
import Versioning

/// The release logs by the names of their blobs: what a log says never changes, so neither does what
/// is kept of it, whatever commit it was read for.
///
/// All texts of the snapshot that is served are kept, so that it can be served whatever becomes of
/// the repository; what is made of a text is kept for the logs that were asked for last.
final class LogLibrary: Sendable {
  /// About what a record takes that was read, for a byte of its text.
  private static let weight = 6
  private static let bound = 16 << 20

  private let texts = Mutex<[ObjectID: [UInt8]]>([:])
  private let indexes = BoundedCache<ObjectID, ReleaseIndex>(bound: bound)

  /// What was made of a log, if it is at hand.
  func index(of log: ObjectID) -> ReleaseIndex? {
    indexes[log]
  }

  /// Reads a log, from git if its text is not here yet.
  func read(_ log: ObjectID, of name: ComponentName, in workspace: borrowing Workspace) throws
    -> ReleaseIndex
  {
    if let index = indexes[log] { return index }
    let text = try text(of: log, in: workspace)
    let index = ReleaseIndex(try ReleaseLog(reading: text, file: "\(name).jsonl"))
    indexes.insert(index, weight: text.count * Self.weight, for: log)
    return index
  }

  func text(of log: ObjectID, in workspace: borrowing Workspace) throws -> [UInt8] {
    if let text = texts.withLock({ $0[log] }) { return text }
    let text = try workspace.repository.blob(log)
    texts.withLock { $0[log] = text }
    return text
  }

  func hasText(of log: ObjectID) -> Bool {
    texts.withLock { $0[log] != nil }
  }

  /// Forgets the texts of all other logs.
  func keep(_ logs: Set<ObjectID>) {
    texts.withLock { texts in
      for log in texts.keys where !logs.contains(log) { texts[log] = nil }
    }
  }
}

import Files
import Git
import GitValues
import RegistryContent
import RegistryModel
import Synchronization
import Versioning
import Workspace

/// The release logs by the ids of their blobs, so that cached logs never become outdated.
///
/// All texts of the current snapshot are kept in a file, so that it can be served even if the
/// repository is lost. Only the most recently used logs are kept in their parsed form.
final class LogLibrary: Sendable {
  /// The approximate memory of a parsed record for each byte of its text.
  private static let weight = 6
  private static let bound = 8 << 20

  /// Unused texts may take this much more space than the used ones.
  private static let freeGarbage = 16 << 20

  private struct Texts: ~Copyable {
    var file: TemporaryFile
    var places: [ObjectID: Range<Int>] = [:]
  }

  private let texts: Mutex<Texts>
  private let indexes = BoundedCache<ObjectID, ReleaseIndex>(bound: bound)

  init() throws {
    texts = Mutex(Texts(file: try TemporaryFile()))
  }

  /// The parsed log, if it is in memory.
  func index(of log: ObjectID) -> ReleaseIndex? {
    indexes[log]
  }

  /// Reads a log, from git if its text is not cached yet.
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
    let kept = try texts.withLock { texts in
      try texts.places[log].map { try texts.file.read($0) }
    }
    if let kept { return kept }
    let text = try workspace.repository.blob(log)
    try texts.withLock { $0.places[log] = try $0.file.append(text) }
    return text
  }

  func hasText(of log: ObjectID) -> Bool {
    texts.withLock { $0.places[log] != nil }
  }

  /// Removes the texts of all other logs.
  func keep(_ logs: Set<ObjectID>) throws {
    try texts.withLock { texts in
      texts.places = texts.places.filter { logs.contains($0.key) }
      let needed = texts.places.values.reduce(0) { $0 + $1.count }
      guard texts.file.size - needed > needed + Self.freeGarbage else { return }
      var file = try TemporaryFile()
      var places: [ObjectID: Range<Int>] = [:]
      for (log, place) in texts.places {
        places[log] = try file.append(texts.file.read(place))
      }
      texts.file = file
      texts.places = places
    }
  }
}

import Base
package import Git

/// Removes the locks on references that a killed run left behind.
///
/// Every git creates the same lock files. Ours contain the object that was noted before they were
/// created, or nothing: the library creates the file empty and fills it in one small write, and a
/// lock for a deletion stays empty. So a lock with other content belongs to another git, and so
/// does an empty one that is older than the note or changes.
package struct AbandonedLocks {
  package init() {}

  /// Git holds an empty lock only for one small write.
  private static let patience: Duration = .seconds(1)

  private var locks: [String: Content] = [:]

  /// The content of one of our locks, once it is written.
  package enum Content {
    case nothing
    /// One of these.
    case objects(Set<ObjectID>)
    /// All references in one file, without some of those in the file at this path.
    case references(packed: String)
    /// Any content: no other git writes to the repository.
    case anything
  }

  /// Adds a lock that may be ours.
  package mutating func add(_ path: String, holding content: Content) {
    locks[path] = content
  }

  /// - Parameter note: The file of the note that was written before any of our locks, if there was
  ///   one.
  package func remove(noted note: String? = nil) throws {
    let time = note.flatMap(FileStamp.of)?.modified ?? .min
    var doubtful: [String: FileStamp] = [:]
    for (path, content) in locks {
      guard let stamp = FileStamp.of(path), let found = try LocalFile.read(path) else { continue }
      if case .objects(let ids) = content, !found.isEmpty {
        if ids.contains(where: { "\($0)\n".utf8.starts(with: found) }) {
          try LocalFile.remove(path)
        }
      } else if stamp.modified >= time, try content.mayBe(found) {
        doubtful[path] = stamp
      }
    }
    let deadline = ContinuousClock.now + Self.patience
    var pause = Backoff()
    while !doubtful.isEmpty, ContinuousClock.now < deadline {
      pause.wait()
      doubtful = doubtful.filter { FileStamp.of($0.key) == $0.value }
    }
    for path in doubtful.keys { try LocalFile.remove(path) }
  }
}

extension AbandonedLocks {
  /// Creates the locks of an interrupted write.
  init(note: WriteNote, in repository: borrowing Repository) {
    if note.movesBranch {
      add(repository.lockPath(ofReference: note.branch), holding: .objects([note.to]))
    }
    for tag in note.newTags {
      add(repository.lockPath(ofReference: tag.reference), holding: .objects([tag.id]))
    }
    for tag in note.oldTags {
      add(repository.lockPath(ofReference: tag.reference), holding: .nothing)
    }
    if !note.oldTags.isEmpty { addPackedReferences(of: repository) }
  }

  mutating func addPackedReferences(of repository: borrowing Repository) {
    let packed = "\(repository.commonDirectory)/packed-refs"
    // Git writes what it packs to a file beside its lock, which stays empty until then.
    guard LocalFile.kind(at: "\(packed).new") == nil else { return }
    add("\(packed).lock", holding: .references(packed: packed))
  }
}

extension AbandonedLocks.Content {
  /// Whether a lock of ours may have been left with these bytes.
  fileprivate func mayBe(_ found: [UInt8]) throws -> Bool {
    if found.isEmpty { return true }
    let packed: String
    switch self {
    case .nothing, .objects: return false
    case .anything: return true
    case .references(let path): packed = path
    }
    let newline = UInt8(ascii: "\n")
    let known = Set(try LocalFile.read(packed)?.split(separator: newline) ?? [])
    // The last line may be a part of one, and the first one is a comment on the form.
    return found.split(separator: newline).dropFirst().dropLast().allSatisfy(known.contains)
  }
}

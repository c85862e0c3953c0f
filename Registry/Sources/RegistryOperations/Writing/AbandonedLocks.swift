import Git

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Takes away the locks on references that a killed run left behind.
///
/// Every git makes the same lock files. Ours are told by the note that is made before they are; a
/// git that happens to hold one of the same name right now is told by its letting go of it.
struct AbandonedLocks {
  /// Git holds a reference's lock for the time of one small write.
  private static let patience: Duration = .seconds(1)

  let note: WriteNote

  func remove(in repository: borrowing Repository) throws {
    let branch = note.movesBranch ? [note.branch: note.to] : [:]
    let expected = branch.merging(note.newTags.map { ($0.reference, $0.id) }) { $1 }
    for (reference, id) in expected {
      try Self.remove(repository.lockPath(ofReference: reference), holding: "\(id)\n")
    }
    for tag in note.oldTags {
      try Self.remove(repository.lockPath(ofReference: tag.reference), holding: nil)
    }
    if !note.oldTags.isEmpty {
      try Self.remove("\(repository.commonDirectory)/packed-refs.lock", holding: nil)
    }
  }

  /// - Parameter content: What our own lock holds, if that is known.
  static func remove(_ path: String, holding content: String?) throws {
    guard let identity = LocalFile.identity(of: path) else { return }
    if let content, try LocalFile.read(path) == Array(content.utf8) {
      try LocalFile.remove(path)
      return
    }
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      guard LocalFile.identity(of: path) == identity else { return }
      usleep(10_000)
    }
    try LocalFile.remove(path)
  }
}

package import Base
private import CLibrary
private import SystemPackage

/// Git's lock on an index, with a copy of the index that replaces it in one step.
///
/// The lock is released when the value ends.
package struct IndexLock: ~Copyable {
  private static let marker = Array("registry\n".utf8)

  /// The path of the copy, which is changed while the lock is held.
  package let copyPath: String
  private let indexPath: String
  private let lockPath: String
  private var isHeld = true

  init(indexPath: String) throws(OperationError) {
    let lockPath = "\(indexPath).lock"
    // If another process has the lock, nothing has to be created.
    guard unsafe access(lockPath, F_OK) != 0 else { throw Self.locked(lockPath) }
    // The lock is born with its content, so that one that a killed run left is known for what it
    // is; git's own locks hold nothing or an index.
    let markedPath = Self.markedPath(of: indexPath)
    defer { unsafe unlink(markedPath) }
    // Synced: a power cut that keeps the link and loses the marker would leave a lock that nobody
    // recognizes.
    try LocalFile.fill(markedPath, with: Self.marker)
    guard unsafe link(markedPath, lockPath) == 0 else {
      if errno == EEXIST { throw Self.locked(lockPath) }
      throw OperationError.lastCall("cannot lock the index with '\(lockPath)'")
    }
    // Nothing is stored before the lock is ours, because `deinit` would remove another process's
    // lock.
    self.indexPath = indexPath
    self.lockPath = lockPath
    copyPath = "\(indexPath).registry"
  }

  /// Goes on with the lock that a killed run of this program left; `nil` if there is none.
  ///
  /// Between giving it back and taking it again, another git could begin a commit from the old index.
  init?(abandonedFor indexPath: String) {
    let lockPath = "\(indexPath).lock"
    guard Self.isMarked(lockPath) else { return nil }
    self.indexPath = indexPath
    self.lockPath = lockPath
    copyPath = "\(indexPath).registry"
  }

  deinit {
    unsafe unlink(copyPath)
    // Once given back it may be another process's.
    if isHeld { try? Self.remove(lockPath) }
  }

  private static func locked(_ lockPath: String) -> OperationError {
    OperationError(
      .locked,
      "the index is locked by another process",
      help: "wait for the git command that is running, such as a 'git commit' with an open editor;"
        + " if there is none, remove '\(lockPath)'"
    )
  }

  /// Where the lock is before it has its name.
  private static func markedPath(of indexPath: String) -> String { "\(indexPath).registry-lock" }

  /// Whether this program locks the index, or was killed while it did.
  package static func hasTraces(_ indexPath: String) -> Bool {
    isMarked("\(indexPath).lock") || LocalFile.exists(markedPath(of: indexPath))
  }

  /// Whether this program made the lock, and holds it now or was killed while it did.
  static func isMarked(_ lockPath: String) -> Bool {
    var facts = stat()
    // After a while, git's own lock contains the whole index.
    guard unsafe lstat(lockPath, &facts) == 0, facts.st_size == marker.count else { return false }
    // A lock that cannot be read may belong to another program.
    return (try? LocalFile.read(lockPath)) == marker
  }

  /// Removes a lock that this program made, and no other, with the files beside it.
  static func removeAbandoned(indexPath: String) throws(OperationError) {
    for path in [markedPath(of: indexPath), "\(indexPath).registry", "\(indexPath).registry.lock"] {
      try LocalFile.remove(path)
    }
    let lockPath = "\(indexPath).lock"
    if isMarked(lockPath) { try remove(lockPath) }
  }

  /// Tries again after an error, because a lock that stays keeps every git from the index.
  private static func remove(_ path: String) throws(OperationError) {
    for _ in 0..<3 where unsafe unlink(path) == 0 || errno == ENOENT { return }
    let failure = OperationError.lastCall("cannot remove '\(path)'")
    throw OperationError(
      failure.code,
      failure.message,
      help: "git cannot change the index until it is removed"
    )
  }

  /// Copies the index, if there is one, and replaces what a killed run may have left.
  package func prepareCopy() throws(OperationError) {
    // Git locks what it writes, the copy too.
    unsafe unlink("\(copyPath).lock")
    unsafe unlink(copyPath)
    guard let content = try LocalFile.read(indexPath) else { return }
    let copy = unsafe open(copyPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw OperationError.lastCall("cannot create '\(copyPath)'") }
    defer { close(copy) }
    try LocalFile.write(content, to: FileDescriptor(rawValue: copy), copyPath)
  }

  /// Replaces the index by the synced copy; the lock stays.
  package func replaceIndex() throws(OperationError) {
    try keepTimeAndMode()
    try LocalFile.sync(all: [copyPath])
    guard unsafe rename(copyPath, indexPath) == 0 else {
      throw OperationError.lastCall("cannot replace the index '\(indexPath)'")
    }
    if let slash = indexPath.lastIndex(of: "/") {
      try LocalFile.sync(all: [String(indexPath[..<slash])])
    }
  }

  /// Releases the lock, or throws the reason why that failed.
  package consuming func release() throws(OperationError) {
    try Self.remove(lockPath)
    isHeld = false
  }

  /// Leaves the lock where it is, for the run that completes what this one could not: until then no
  /// git can begin a commit from the old index.
  package consuming func leave() {
    isHeld = false
  }

  /// Gives the copy the time of the index.
  ///
  /// Git compares the content of a file that is as new as the index, since it may have changed
  /// within the clock's tick. With a newer index such a change would go unseen.
  private func keepTimeAndMode() throws(OperationError) {
    // It may be a link.
    guard let index = try? LocalFile.realPath(indexPath), let facts = FileFacts.of(index) else {
      return
    }
    try LocalFile.setModified(copyPath, to: facts.stamp.modified)
    try LocalFile.setPermissions(copyPath, to: facts.permissions)
  }
}

/// The index entry of one path: the state that the next plain `git commit` would record.
package enum IndexState: Hashable, Sendable {
  case absent
  case entry(FileMode, ObjectID)
  /// A merge left several versions.
  case conflicted
}

/// A file to put into the index, or to take out of it.
package struct IndexUpdate: Hashable, Sendable {
  package let path: TreePath
  /// The new entry of the path; `nil` to remove the path from the index.
  package let entry: Entry?

  /// A file's mode and the blob of its content.
  package struct Entry: Hashable, Sendable {
    package let mode: FileMode
    package let id: ObjectID

    package init(mode: FileMode, id: ObjectID) {
      self.mode = mode
      self.id = id
    }
  }

  package init(_ path: TreePath, _ entry: Entry?) {
    self.path = path
    self.entry = entry
  }
}

extension Repository {
  /// The path of the index of the repository's own working files.
  package var indexPath: String { "\(gitDirectory)/index" }

  /// The file whose presence keeps every git from changing the index.
  package var indexLockPath: String { "\(indexPath).lock" }

  /// Takes the lock that keeps every git from changing the index, and so from beginning a commit.
  ///
  /// - Throws: ``OperationError/Code/locked`` if another process holds it, or was stopped while it did.
  package func lockIndex() throws(OperationError) -> IndexLock {
    guard !isBare else {
      throw OperationError(.bareRepository, "a bare repository has no index")
    }
    return try IndexLock(indexPath: indexPath)
  }

  /// The lock that a killed run of this program left on the index; `nil` if there is none.
  ///
  /// Call it only while no other process of this program can write.
  package func abandonedIndexLock() -> IndexLock? {
    IndexLock(abandonedFor: indexPath)
  }

  /// Takes away the locks on the indexes of all working trees that killed runs of this program left.
  ///
  /// Call it only while no other process of this program can write. A lock of another
  /// program stays.
  ///
  /// - Parameter isKept: Whether the lock in this git directory of a working tree stays as well.
  package func removeAbandonedIndexLocks(
    except isKept: (_ directory: String) -> Bool = { _ in false }
  ) throws(OperationError) {
    let others = "\(commonDirectory)/worktrees"
    let names = LocalFile.exists(others) ? try LocalFile.names(in: others) : []
    for directory in [commonDirectory] + names.map({ "\(others)/\($0)" })
    where !isKept(directory) {
      try IndexLock.removeAbandoned(indexPath: "\(directory)/index")
    }
  }
}

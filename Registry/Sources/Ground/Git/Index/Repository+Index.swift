package import Base

extension Repository {
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

private import CGit2
package import GitValues

extension Repository {
  package var indexPath: String { "\(gitDirectory)/index" }

  /// The file whose presence keeps every git from changing the index.
  package var indexLockPath: String { "\(indexPath).lock" }

  /// What the index holds at `path`.
  package func indexState(of path: TreePath) throws(GitError) -> IndexState {
    let index = try unsafe Handle(freedBy: { unsafe git_index_free($0) }) {
      unsafe git_repository_index($0, pointer)
    }
    try check(unsafe git_index_read(index.pointer, 0))
    if let entry = unsafe git_index_get_bypath(index.pointer, path.string, 0) {
      guard let mode = unsafe FileMode(stored: entry.pointee.mode) else {
        throw GitError(.corrupt, "the index has an unknown mode for '\(path)'")
      }
      return unsafe .entry(mode, ObjectID(entry.pointee.id))
    }
    for stage in Int32(1)...3
    where unsafe git_index_get_bypath(index.pointer, path.string, stage) != nil {
      return .conflicted
    }
    return .absent
  }

  /// Takes the lock that keeps every git from changing the index, and so from beginning a commit.
  ///
  /// - Throws: ``GitError/Code/locked`` if another process holds it, or was stopped while it did.
  package func lockIndex() throws(GitError) -> IndexLock {
    guard !isBare else {
      throw GitError(.bareRepository, "a bare repository has no index")
    }
    return try IndexLock(indexPath: indexPath)
  }

  /// The lock that a killed run of this program left on the index; `nil` if there is none.
  ///
  /// Call it only while no other process of this program can write.
  package func abandonedIndexLock() -> IndexLock? {
    IndexLock(abandonedFor: indexPath)
  }

  /// Changes the index at these paths and nowhere else: whatever is staged elsewhere stays staged.
  ///
  /// The library reads the index before it takes git's lock, so that what another process stages
  /// in between would be lost. Here the lock is held from the reading to the replacing.
  ///
  /// - Parameter isFiltered: Whether a working file with other bytes than its entry's blob is what
  ///   git's filters make of it.
  package func updateIndex(
    _ updates: [IndexUpdate],
    holding lock: borrowing IndexLock,
    isFiltered: (IndexUpdate) -> Bool = { _ in false }
  ) throws(GitError) {
    try lock.prepareCopy()
    let index = try unsafe Handle(freedBy: { unsafe git_index_free($0) }) {
      unsafe git_index_open($0, lock.copyPath)
    }
    // Before the entries that are moved are taken out.
    let moved = unsafe updates.map { unsafe Self.remembered($0, in: index.pointer) }
    for position in updates.indices {
      try unsafe apply(updates[position], moved: moved[position], to: index, isFiltered)
    }
    // The lock syncs what it puts in place.
    _ = try GitLibrary.withoutSyncing { () throws(GitError) in
      try check(unsafe git_index_write(index.pointer))
    }
    try lock.replaceIndex()
  }

  /// Takes away the locks on the indexes of all working trees that killed runs of this program left.
  ///
  /// Call it only while no other process of this program can write. A lock of another
  /// program stays.
  package func removeAbandonedIndexLocks() throws(GitError) {
    try IndexLock.removeAbandoned(indexPath: "\(commonDirectory)/index")
    let others = "\(commonDirectory)/worktrees"
    guard SystemFile.exists(others) else { return }
    for name in try SystemFile.names(in: others) {
      try IndexLock.removeAbandoned(indexPath: "\(others)/\(name)/index")
    }
  }

  /// What the index remembers of a file whose folder was moved; `nil` if it was left out of a
  /// sparse checkout.
  private static func remembered(
    _ update: IndexUpdate,
    in index: OpaquePointer
  ) -> git_index_entry? {
    guard let origin = update.origin, let entry = update.entry,
      let raw = unsafe git_index_get_bypath(index, origin.string, 0)?.pointee,
      unsafe ObjectID(raw.id) == entry.id, unsafe raw.mode == entry.mode.rawValue,
      unsafe raw.flags_extended & UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue) == 0
    else { return nil }
    return unsafe raw
  }

  private func apply(
    _ update: IndexUpdate,
    moved: git_index_entry?,
    to index: borrowing Handle,
    _ isFiltered: (IndexUpdate) -> Bool
  ) throws(GitError) {
    let path = update.path.string
    // A conflict that was left at the path is settled by the update.
    for stage in Int32(0)...3 {
      _ = try checkFound(unsafe git_index_remove(index.pointer, path, stage))
    }
    guard let entry = update.entry else { return }
    var raw = unsafe moved ?? git_index_entry()
    if unsafe moved == nil, let workingDirectory {
      unsafe SystemFile.describe("\(workingDirectory)/\(path)", holding: entry, in: &raw) {
        isFiltered(update)
      }
    }
    unsafe raw.mode = entry.mode.rawValue
    unsafe raw.id = entry.id.raw
    // The rest of them belongs to the path that the entry had.
    unsafe raw.flags &= UInt16(GIT_INDEX_ENTRY_VALID.rawValue)
    unsafe raw.flags_extended = 0
    try check(
      unsafe path.withCString { path in
        unsafe raw.path = path
        return unsafe git_index_add(index.pointer, &raw)
      }
    )
  }
}

package import Base

private import CGit2
private import Synchronization

extension Repository {
  /// Keeps what this value stores from now on in memory, and none of it on the disk.
  ///
  /// It is read like every other object, and can be pushed elsewhere.
  package func storeInMemory() throws(OperationError) {
    guard !storesInMemory.load(ordering: .relaxed) else { return }
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try check(unsafe git_mempack_new(&backend))
    // Above all that is on the disk, so that it is written to.
    try check(unsafe git_odb_add_backend(objects.pointer, backend, 9))
    storesInMemory.store(true, ordering: .relaxed)
  }

  /// Whether objects may be in memory alone.
  package var mayHoldObjectsInMemory: Bool { storesInMemory.load(ordering: .relaxed) }

  /// Forgets what is in memory: it is on the disk by now, or nothing will lead to it.
  package func forgetMemory() throws(OperationError) {
    guard storesInMemory.load(ordering: .relaxed) else { return }
    var backend: UnsafeMutablePointer<git_odb_backend>?
    // The first is the one that is written to.
    try check(unsafe git_odb_get_backend(&backend, objects.pointer, 0))
    try check(unsafe git_mempack_reset(backend))
  }

  /// Stores a tree and what it leads to in another repository, unsynced, as far as that lacks it.
  package func copy(
    tree: ObjectID,
    into other: borrowing Repository
  ) throws(OperationError) {
    // What is below a tree that it has, it has, too.
    if other.contains(tree) { return }
    for entry in try entries(of: tree) {
      switch entry.mode {
      case .tree: try copy(tree: entry.id, into: other)
      case .submodule: break
      case .file, .executable, .link:
        if !other.contains(entry.id) { try other.writeUnsynced(blob(entry.id), .blob) }
      }
    }
    let bytes = try unsafe withObject(tree, .tree) { unsafe Array($0) }
    try other.writeUnsynced(bytes, .tree)
  }

  private func writeUnsynced(_ content: [UInt8], _ kind: ObjectKind) throws(OperationError) {
    _ = try GitLibrary.withoutSyncing { () throws(OperationError) in
      try writeObject(content, kind)
    }
  }
}

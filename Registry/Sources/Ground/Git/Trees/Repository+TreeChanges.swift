package import Base
private import CGit2

extension Repository {
  /// The files and links at which two trees differ, in git's order; a tree that is not there counts
  /// as empty.
  ///
  /// Directories with the same id are not read, so the cost is that of the changes. A name that is
  /// not UTF-8 shows replacement characters.
  package func changes(
    from old: ObjectID?,
    to new: ObjectID?
  ) throws(OperationError) -> [TreeChange] {
    var changes: [TreeChange] = []
    try compare(old ?? .emptyTree, new ?? .emptyTree, at: .root) { change in
      if change.old?.mode != .tree, change.new?.mode != .tree { changes.append(change) }
    }
    return changes
  }

  /// The trees and blobs that `new` leads to and `old` does not at the same path, without those of
  /// some trees.
  package func newTreeObjects(
    from old: ObjectID,
    to new: ObjectID,
    passingOver known: Set<ObjectID> = []
  ) throws(OperationError) -> [ObjectID] {
    if old == new { return [] }
    var ids = [new]
    try compare(old, new, at: .root, passingOver: known) { change in
      if let entry = change.new, entry.mode != .submodule { ids.append(entry.id) }
    }
    return ids
  }

  /// Calls `visit` for each entry that differs, directories included, before what is in them.
  private func compare(
    _ old: ObjectID,
    _ new: ObjectID,
    at directory: TreePath,
    passingOver known: Set<ObjectID> = [],
    _ visit: (TreeChange) -> Void
  ) throws(OperationError) {
    if old == new { return }
    guard directory.string.utf8.count < TreeListing.longestPath else {
      throw OperationError(
        .hostileTree,
        "refused a tree, its paths have over \(TreeListing.longestPath) bytes"
      )
    }
    let differences = try withTree(old) { (before) throws(OperationError) in
      try withTree(new) { (after) throws(OperationError) in
        try TreeDifferences.compare(before, after)
      }
    }
    for difference in differences {
      let name = String(decoding: difference.name, as: UTF8.self)
      let before = try difference.old.map { (side) throws(OperationError) in
        try entry(name, side, of: old)
      }
      let after = try difference.new.map { (side) throws(OperationError) in
        try entry(name, side, of: new)
      }
      // An old git may have written the mode of a file in another way.
      if before == after { continue }
      if let after, known.contains(after.id) { continue }
      let path = directory.appending(TreePath(unchecked: name))
      visit(TreeChange(path: path, old: before, new: after))
      if (after ?? before)?.mode == .tree {
        try compare(
          before?.id ?? .emptyTree,
          after?.id ?? .emptyTree,
          at: path,
          passingOver: known,
          visit
        )
      }
    }
  }

  private func entry(
    _ name: String,
    _ side: TreeDifferences.Side,
    of tree: ObjectID
  ) throws(OperationError) -> TreeEntry {
    guard let mode = FileMode(stored: side.mode) else {
      throw OperationError(.corrupt, "the tree '\(tree)' is damaged")
    }
    return TreeEntry(name: name, mode: mode, id: side.id)
  }
}

extension Repository {
  /// The changes of each file between two trees, in git's order; renames are not detected.
  package func patches(
    from old: ObjectID,
    to new: ObjectID
  ) throws(OperationError) -> [FilePatch] {
    do throws(OperationError) {
      return try allPatches(from: old, to: new)
    } catch  where error.code == .notFound {
      throw OperationError(
        .notFound,
        "the repository does not have all files of the trees '\(old)' and '\(new)'",
        help: helpForMissing
      )
    }
  }

  private func allPatches(
    from old: ObjectID,
    to new: ObjectID
  ) throws(OperationError) -> [FilePatch] {
    let before = try tree(old)
    let after = try tree(new)
    let difference = try unsafe Handle(freedBy: { unsafe git_diff_free($0) }) {
      unsafe git_diff_tree_to_tree($0, pointer, before.pointer, after.pointer, nil)
    }
    var patches: [FilePatch] = []
    let count = unsafe git_diff_num_deltas(difference.pointer)
    for index in 0..<count {
      guard let delta = unsafe git_diff_get_delta(difference.pointer, index),
        let path = unsafe delta.pointee.new_file.path ?? delta.pointee.old_file.path
      else { continue }
      let kind: FilePatch.Kind =
        switch unsafe delta.pointee.status {
        case GIT_DELTA_ADDED: .added
        case GIT_DELTA_DELETED: .removed
        default: .changed
        }
      let name = unsafe String(cString: path)
      patches.append(try patch(index, of: difference, name, kind))
    }
    return patches
  }

  private func tree(_ id: ObjectID) throws(OperationError) -> Handle {
    var raw = id.raw
    return try unsafe Handle(freedBy: { unsafe git_tree_free($0) }) {
      unsafe git_tree_lookup($0, pointer, &raw)
    }
  }

  private func patch(
    _ index: Int,
    of difference: borrowing Handle,
    _ path: String,
    _ kind: FilePatch.Kind
  ) throws(OperationError) -> FilePatch {
    let patch = try unsafe Handle(freedBy: { unsafe git_patch_free($0) }) {
      unsafe git_patch_from_diff($0, difference.pointer, index)
    }
    var (added, removed) = (0, 0)
    try check(unsafe git_patch_line_stats(nil, &added, &removed, patch.pointer))
    var buffer = unsafe git_buf()
    defer { unsafe git_buf_dispose(&buffer) }
    try check(unsafe git_patch_to_buf(&buffer, patch.pointer))
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size)
    return FilePatch(
      path: path,
      kind: kind,
      addedLines: added,
      removedLines: removed,
      text: unsafe String(decoding: bytes, as: UTF8.self)
    )
  }
}

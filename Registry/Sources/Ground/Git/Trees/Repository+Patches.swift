private import CGit2
package import Base

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

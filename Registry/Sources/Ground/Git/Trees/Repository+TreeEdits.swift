private import CGit2
package import Base
package import ManifestEditor

/// A change to one path of a tree.
package enum TreeEdit: Hashable, Sendable {
  /// Puts a stored blob or a stored tree there, in place of what may be there.
  case put(ObjectID, FileMode)
  /// Takes away what is there; a directory that is left empty goes with it.
  case remove
}

extension Repository {
  /// Stores `base` with some paths changed, and nothing else.
  ///
  /// Only the directories above the paths are read and written, however large the tree is.
  /// - Throws: ``OperationError/Code/invalid`` if one path is edited twice or is inside another one,
  ///   ``OperationError/Code/wrongKind`` if there is a file where a directory is needed,
  ///   ``OperationError/Code/notFound`` if there is nothing to remove.
  package func edit(
    _ base: ObjectID,
    _ edits: [(path: TreePath, edit: TreeEdit)]
  ) throws(OperationError) -> ObjectID {
    var base = base
    var root = EditNode.directory([:])
    for (path, edit) in edits {
      if path.isRoot, case .put(let tree, .tree) = edit {
        base = tree
        continue
      }
      try root.insert(edit, at: path.names[...], of: path)
    }
    guard case .directory(let children) = root, !children.isEmpty else { return base }
    if let edited = try apply(children, to: base, at: .root) { return edited }
    return try writeObject([], .tree)
  }

  /// Stores `base` with edits of its files; those that it does not have are passed over.
  package func edit(
    _ base: ObjectID,
    files: [TreePath: [SourceEdit]]
  ) throws(OperationError) -> ObjectID {
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for (path, changes) in files {
      guard let entry = try entry(at: path, in: base) else { continue }
      let content = try changes.applied(to: blob(entry.id))
      edits.append((path, .put(try writeBlob(content), entry.mode)))
    }
    return try edit(base, edits)
  }

  /// The edited tree; `nil` if no entry is left.
  private func apply(
    _ edits: [TreePath: EditNode],
    to base: ObjectID,
    at directory: TreePath
  ) throws(OperationError) -> ObjectID? {
    let builder = try builder(from: base)
    for (name, node) in edits {
      let path = directory.appending(name)
      let name = name.string
      switch node {
      case .leaf(.put(let id, let mode)):
        try insert(name, mode, id, into: builder)
      case .leaf(.remove):
        guard unsafe git_treebuilder_get(builder.pointer, name) != nil else {
          throw OperationError(.notFound, "nothing to remove at '\(path)'")
        }
        try check(unsafe git_treebuilder_remove(builder.pointer, name))
      case .directory(let children):
        let present = try subtree(name, of: builder, at: path)
        if let edited = try apply(children, to: present ?? .emptyTree, at: path) {
          try insert(name, .tree, edited, into: builder)
        } else {
          try check(unsafe git_treebuilder_remove(builder.pointer, name))
        }
      }
    }
    guard unsafe git_treebuilder_entrycount(builder.pointer) > 0 else { return nil }
    var id = git_oid()
    try check(unsafe git_treebuilder_write(&id, builder.pointer))
    return ObjectID(id)
  }

  private func builder(from base: ObjectID) throws(OperationError) -> Handle {
    if base == .emptyTree {
      return try unsafe Handle(freedBy: { unsafe git_treebuilder_free($0) }) {
        unsafe git_treebuilder_new($0, pointer, nil)
      }
    }
    var raw = base.raw
    let source = try unsafe Handle(freedBy: { unsafe git_tree_free($0) }) {
      unsafe git_tree_lookup($0, pointer, &raw)
    }
    return try unsafe Handle(freedBy: { unsafe git_treebuilder_free($0) }) {
      unsafe git_treebuilder_new($0, pointer, source.pointer)
    }
  }

  private func insert(
    _ name: String,
    _ mode: FileMode,
    _ id: ObjectID,
    into builder: borrowing Handle
  ) throws(OperationError) {
    var raw = id.raw
    let kind = git_filemode_t(mode.rawValue)
    // An entry that is already there need not be looked up.
    if let entry = unsafe git_treebuilder_get(builder.pointer, name),
      unsafe git_tree_entry_filemode_raw(entry) == kind,
      unsafe git_oid_equal(git_tree_entry_id(entry), &raw) == 1
    {
      return
    }
    try check(unsafe git_treebuilder_insert(nil, builder.pointer, name, &raw, kind))
  }

  private func subtree(
    _ name: String,
    of builder: borrowing Handle,
    at path: TreePath
  ) throws(OperationError) -> ObjectID? {
    guard let entry = unsafe git_treebuilder_get(builder.pointer, name) else { return nil }
    guard unsafe git_tree_entry_type(entry) == GIT_OBJECT_TREE,
      let id = unsafe git_tree_entry_id(entry)
    else { throw OperationError(.wrongKind, "'\(path)' is a file, expected a directory") }
    return unsafe ObjectID(id.pointee)
  }
}

/// The edits of one directory, by name: as a path, since names differ that equal strings spell.
private enum EditNode {
  case leaf(TreeEdit)
  case directory([TreePath: EditNode])

  mutating func insert(
    _ edit: TreeEdit,
    at names: ArraySlice<Substring>,
    of path: TreePath
  ) throws(OperationError) {
    guard let name = names.first.map({ TreePath(unchecked: String($0)) }) else {
      throw OperationError(.invalid, "cannot edit the root of a tree as a whole")
    }
    guard case .directory(var children) = self else {
      throw OperationError(.invalid, "the edit of '\(path)' lies inside another one")
    }
    // Held once, the children are changed in place.
    self = .directory([:])
    if names.count == 1 {
      guard children.updateValue(.leaf(edit), forKey: name) == nil else {
        throw OperationError(.invalid, "'\(path)' is edited twice")
      }
    } else {
      try children[name, default: .directory([:])].insert(edit, at: names.dropFirst(), of: path)
    }
    self = .directory(children)
  }
}

package import Git

/// The planned result of a write, computed without writing anything.
package struct WritePlan: Sendable {
  /// The kind of change that a write makes.
  package enum Goal: Sendable {
    /// A commit on top of the branch, whose tree is the branch's with these files in place or removed.
    case commit(files: [PlannedFile], message: String, tags: [PlannedTag] = [])
    /// The branch goes back to an ancestor, and these tags are removed.
    case goBack(to: ObjectID, removing: [Tag])
    /// The branch stays; missing tags of its releases are created.
    case tag([PlannedTag])
    /// The branch stays; a commit of this tree on top of its newest one gets a tag.
    case snapshot(tree: ObjectID, message: String, tag: PlannedTag)
  }

  package let goal: Goal
  /// The message for the reflog.
  package let reason: String
  /// Existing objects that the write relies on: they are synced with the new ones.
  let reliesOn: [ObjectID]
  /// A folder that the commit replaces, besides its files.
  let folder: PlannedFolder?
  /// Folders that the commit moves, before its files are replaced; none is in another one.
  package let moves: [PlannedMove]
  /// The changes of going back, for display: the tree of the older commit is what is written.
  package let restored: [RestoredFile]

  package init(
    _ goal: Goal,
    reason: String,
    reliesOn: [ObjectID] = [],
    folder: PlannedFolder? = nil,
    moves: [PlannedMove] = [],
    restored: [RestoredFile] = []
  ) {
    self.goal = goal
    self.reason = reason
    self.reliesOn = reliesOn
    self.folder = folder
    self.moves = moves
    self.restored = restored
  }

  /// Whether index and working files follow the branch.
  var movesBranch: Bool {
    switch goal {
    case .commit, .goBack: true
    case .tag, .snapshot: false
    }
  }

  /// The files of the commit, without those of a replaced folder.
  package var files: [PlannedFile] {
    if case .commit(let files, _, _) = goal { files } else { [] }
  }

  /// The files that are written or removed, besides those of a folder.
  func changedFiles(
    from tree: ObjectID,
    in repository: borrowing Repository
  ) throws -> [TreePath] {
    guard case .goBack(let commit, _) = goal else { return files.map(\.path) }
    return try repository.changes(from: tree, to: repository.commit(commit).tree).map(\.path)
  }

  /// The tags to create.
  package var tags: [PlannedTag] {
    switch goal {
    case .commit(_, _, let tags), .tag(let tags): tags
    case .snapshot(_, _, let tag): [tag]
    case .goBack: []
    }
  }
}

/// A folder to be committed, with all of its content.
package struct PlannedFolder: Hashable, Sendable {
  /// A file or a link of the folder.
  package struct File: Hashable, Sendable {
    /// The path from the folder.
    package let path: TreePath
    /// The mode, which is that of a file or a link.
    package let mode: FileMode
    /// The content; for a link, its target.
    package let content: [UInt8]

    package init(path: TreePath, mode: FileMode, content: [UInt8]) {
      self.path = path
      self.mode = mode
      self.content = content
    }
  }

  /// The path of the folder, from the root of the repository.
  package let path: TreePath
  /// All files and links of the folder.
  package let files: [File]
  /// The id that git gives the folder's tree.
  package let tree: ObjectID

  package init(path: TreePath, files: [File], tree: ObjectID) {
    self.path = path
    self.files = files
    self.tree = tree
  }
}

/// A folder that a commit moves to another place, with all committed files in it.
package struct PlannedMove: Hashable, Sendable {
  package let folder: FolderMove
  /// The tree of the folder.
  package let tree: ObjectID

  package init(_ folder: FolderMove, tree: ObjectID) {
    (self.folder, self.tree) = (folder, tree)
  }
}

/// A file to be committed, or to be removed by the commit.
package struct PlannedFile: Hashable, Sendable {
  package let path: TreePath
  /// The content on the branch; `nil` for a new file.
  package let old: [UInt8]?
  /// `nil` for a file that is removed.
  package let new: [UInt8]?

  package init(path: TreePath, old: [UInt8]?, new: [UInt8]?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// A file after the branch has gone back.
package struct RestoredFile: Hashable, Sendable {
  package let path: TreePath
  /// The content on the branch; `nil` for a file that is restored.
  package let old: [UInt8]?
  /// The content of the older commit; `nil` for a file that is removed.
  package let new: [UInt8]?

  package init(path: TreePath, old: [UInt8]?, new: [UInt8]?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// An annotated tag to be created.
///
/// Its author and date come from its commit, so that every clone creates the same tag.
package struct PlannedTag: Hashable, Sendable {
  /// The name without `refs/tags/`.
  package let name: String
  package let message: String
  /// The commit that gets the tag; `nil` for the one that the write itself makes.
  package let commit: Commit?

  package init(name: String, message: String, commit: Commit?) {
    self.name = name
    self.message = message
    self.commit = commit
  }

  var reference: String { "refs/tags/\(name)" }
}

/// The old and the new place of a folder.
package struct FolderMove: Hashable, Sendable {
  package let from: TreePath
  package let to: TreePath

  package init(from: TreePath, to: TreePath) {
    (self.from, self.to) = (from, to)
  }

  /// The path after the move.
  package func place(of path: TreePath) -> TreePath {
    path.isInside(from) ? Self.replace(from, by: to, in: path) : path
  }

  /// The path before the move; `nil` for a path outside of the new place.
  package func origin(of path: TreePath) -> TreePath? {
    path.isInside(to) ? Self.replace(to, by: from, in: path) : nil
  }

  private static func replace(_ old: TreePath, by new: TreePath, in path: TreePath) -> TreePath {
    let rest = path.names.dropFirst(old.names.count).joined(separator: "/")
    return new.appending(TreePath(unchecked: rest))
  }
}

extension [FolderMove] {
  /// The path before the moves; `nil` for a path outside of the new places.
  func origin(of path: TreePath) -> TreePath? {
    lazy.compactMap { $0.origin(of: path) }.first
  }
}

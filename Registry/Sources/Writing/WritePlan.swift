package import Git
package import GitValues

/// The planned result of a write, computed without writing anything.
package struct WritePlan: Sendable {
  package enum Goal: Sendable {
    /// A commit on top of the branch, whose tree is the branch's with these files in place.
    case commit(files: [PlannedFile], message: String, tags: [PlannedTag])
    /// The branch goes back to a commit that it came from, and these tags go away.
    case goBack(to: ObjectID, removing: [Tag])
    /// The branch stays; releases that it has get the tags that this clone lacks.
    case tag([PlannedTag])
    /// The branch stays; a commit of this tree on top of its newest one gets a tag.
    case snapshot(tree: ObjectID, message: String, tag: PlannedTag)
  }

  package let goal: Goal
  /// What the reflog says.
  package let reason: String
  /// Objects that are here already and that the write relies on: they are synced with the new ones.
  let reliesOn: [ObjectID]
  /// What a commit puts in the place of a folder, beside its files.
  let folder: PlannedFolder?
  /// A folder that a commit moves, before its files are put in place.
  package let move: PlannedMove?
  /// What going back changes, for people to see: it is the older commit's tree that is written.
  package let restored: [RestoredFile]

  package init(
    _ goal: Goal,
    reason: String,
    reliesOn: [ObjectID] = [],
    folder: PlannedFolder? = nil,
    move: PlannedMove? = nil,
    restored: [RestoredFile] = []
  ) {
    self.goal = goal
    self.reason = reason
    self.reliesOn = reliesOn
    self.folder = folder
    self.move = move
    self.restored = restored
  }

  /// The same commit with other files.
  package func replacing(files: [PlannedFile], reliesOn: [ObjectID]) -> WritePlan {
    guard case .commit(_, let message, let tags) = goal else { return self }
    return WritePlan(
      .commit(files: files, message: message, tags: tags),
      reason: reason,
      reliesOn: reliesOn,
      folder: folder,
      restored: restored
    )
  }

  /// Whether index and working files are to follow the branch.
  var movesBranch: Bool {
    switch goal {
    case .commit, .goBack: true
    case .tag, .snapshot: false
    }
  }

  package var files: [PlannedFile] {
    if case .commit(let files, _, _) = goal { files } else { [] }
  }

  package var tags: [PlannedTag] {
    switch goal {
    case .commit(_, _, let tags), .tag(let tags): tags
    case .snapshot(_, _, let tag): [tag]
    case .goBack: []
    }
  }
}

/// A folder as it is to be committed, with all that is in it and nothing else.
package struct PlannedFolder: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// From the folder.
    package let path: TreePath
    /// Of a file or a link.
    package let mode: FileMode
    /// Of a link, its target.
    package let content: [UInt8]

    package init(path: TreePath, mode: FileMode, content: [UInt8]) {
      self.path = path
      self.mode = mode
      self.content = content
    }
  }

  package let path: TreePath
  package let files: [File]
  /// What git will call it.
  package let tree: ObjectID

  package init(path: TreePath, files: [File], tree: ObjectID) {
    self.path = path
    self.files = files
    self.tree = tree
  }
}

/// A folder that a commit moves to another place, with all that is committed in it.
package struct PlannedMove: Hashable, Sendable {
  package let folder: FolderMove
  /// Of the folder.
  package let tree: ObjectID

  package init(_ folder: FolderMove, tree: ObjectID) {
    (self.folder, self.tree) = (folder, tree)
  }
}

/// A file as it is to be committed.
package struct PlannedFile: Hashable, Sendable {
  package let path: TreePath
  /// What the branch has there; nothing for a new file.
  package let old: [UInt8]?
  package let new: [UInt8]

  package init(path: TreePath, old: [UInt8]?, new: [UInt8]) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// A file as it is when the branch has gone back.
package struct RestoredFile: Hashable, Sendable {
  package let path: TreePath
  /// What the branch has there; nothing for a file that comes back.
  package let old: [UInt8]?
  /// Nothing for a file that goes away.
  package let new: [UInt8]?

  package init(path: TreePath, old: [UInt8]?, new: [UInt8]?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// An annotated tag that is to be made.
///
/// Who made it and when is taken from its commit, so that every clone makes the same tag of it.
package struct PlannedTag: Hashable, Sendable {
  /// Without `refs/tags/`.
  package let name: String
  package let message: String
  /// Nothing for the commit that the write itself makes.
  package let commit: Commit?

  package init(name: String, message: String, commit: Commit?) {
    self.name = name
    self.message = message
    self.commit = commit
  }

  var reference: String { "refs/tags/\(name)" }
}

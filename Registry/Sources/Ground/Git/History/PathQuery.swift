/// A path whose commits are asked for.
package struct PathQuery {
  package let path: TreePath
  /// The commit since which changes count; `nil` for the whole history.
  package let since: ObjectID?
  /// `nil` for a path that is not followed to where a folder was before.
  let record: FolderRecord?

  /// Asks for the commits of what is at this path.
  package init(_ path: TreePath, since: ObjectID? = nil) {
    (self.path, self.since, record) = (path, since, nil)
  }

  /// Asks for the commits of a folder, wherever it was.
  ///
  /// Where a commit records a folder that the parent has recorded elsewhere, its history goes on
  /// there. So it does where a commit brought a folder that the parent does not have; if the parent
  /// records nothing that it has, the folder is looked for that the commit renamed, as far as most
  /// of its files stayed the same.
  package init(following folder: TreePath, since: ObjectID? = nil, record: FolderRecord) {
    (path, self.since, self.record) = (folder, since, record)
  }
}

/// A file of the repository that says where a folder is.
package struct FolderRecord {
  let file: TreePath
  /// The name of a file that every such folder has one of its own of: where a commit put another
  /// folder in the place of one, this file is another one too.
  let mark: TreePath
  /// What the file says in a tree.
  let place: (_ root: ObjectID, borrowing Repository) -> TreePath?

  package init(
    in file: TreePath,
    of mark: TreePath,
    place: @escaping (_ root: ObjectID, borrowing Repository) -> TreePath?
  ) {
    (self.file, self.mark, self.place) = (file, mark, place)
  }
}

/// A commit that brought a folder to where it is, as seen from one of the commit's parents.
package struct MovedFolder: Hashable, Sendable {
  package let commit: ObjectID
  package let parent: ObjectID
  package let from: TreePath
  package let to: TreePath
}

import Base

extension TreeDifferences {
  /// Calls `body` for each of the folders of which another tree, or none, is in the new tree, with
  /// that tree.
  mutating func changed(
    _ folders: FolderTrie,
    _ old: ObjectID?,
    _ new: ObjectID?,
    in repository: borrowing Repository,
    _ body: (Int, ObjectID?) -> Void
  ) throws(OperationError) {
    guard old != new else { return }
    if let number = folders.mark { body(number, new) }
    guard !folders.children.isEmpty else { return }
    let pair = Pair(old: old ?? .emptyTree, new: new ?? .emptyTree)
    // A folder that a file took the place of is two differences of one name.
    var sides: [[UInt8]: (old: ObjectID?, new: ObjectID?)] = [:]
    for difference in try compare(pair, in: repository)
    where folders.children[difference.name] != nil {
      var side = sides[difference.name] ?? (nil, nil)
      if let old = difference.old, old.isTree { side.old = old.id }
      if let new = difference.new, new.isTree { side.new = new.id }
      sides[difference.name] = side
    }
    for (name, side) in sides {
      guard let child = folders.children[name] else { continue }
      try changed(child, side.old, side.new, in: repository, body)
    }
  }
}

extension Repository {
  /// Makes sure that these objects survive a power cut, whoever wrote them.
  ///
  /// libgit2 syncs a loose object and the directory of its name, though not the directory above,
  /// where that one may be new; it does not sync again what it finds written already, which the
  /// git program leaves unsynced by default. Packed objects are left alone: git syncs its packs.
  package func syncObjects(_ ids: some Sequence<ObjectID>) throws(GitError) {
    let directory = "\(commonDirectory)/objects"
    var fanOuts: Set<String> = []
    for id in Set(ids) {
      let hex = id.hex
      let fanOut = "\(directory)/\(hex.prefix(2))"
      if try SystemFile.sync("\(fanOut)/\(hex.dropFirst(2))") { fanOuts.insert(fanOut) }
    }
    for fanOut in fanOuts { try SystemFile.sync(fanOut) }
    if !fanOuts.isEmpty { try SystemFile.sync(directory) }
  }

  /// The objects that a commit brings with it: itself, and the trees and blobs that its tree has
  /// and the one of `base` has not at the same path.
  package func newObjects(
    in commit: ObjectID,
    since base: ObjectID?
  ) throws(GitError) -> [ObjectID] {
    let old = try base.map { (base) throws(GitError) in try self.commit(base).tree }
    let new = try self.commit(commit).tree
    return [commit] + (try newTreeObjects(from: old, to: new))
  }

  /// Syncs the directories above `path`, up to the git directory: those that were just made are
  /// lost in a power cut otherwise, with what is in them.
  func syncDirectories(from path: String) throws(GitError) {
    var directory = path[...]
    while let slash = directory.lastIndex(of: "/") {
      directory = directory[..<slash]
      guard directory.utf8.count > commonDirectory.utf8.count else { return }
      try SystemFile.sync(String(directory))
    }
  }
}

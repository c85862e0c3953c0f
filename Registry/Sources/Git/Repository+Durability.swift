extension Repository {
  /// Makes sure that these objects survive a power cut, whoever wrote them: nothing may lead to an
  /// object that was written here before that.
  ///
  /// The git program leaves loose objects unsynced by default. Packed objects are left alone: git
  /// syncs its packs.
  package func syncObjects(_ ids: some Sequence<ObjectID>) throws(GitError) {
    let directory = "\(commonDirectory)/objects"
    var paths: Set<String> = []
    for id in ids {
      let hex = id.hex
      let fanOut = "\(directory)/\(hex.prefix(2))"
      let file = "\(fanOut)/\(hex.dropFirst(2))"
      if SystemFile.exists(file) { paths.formUnion([file, fanOut, directory]) }
    }
    try SystemFile.sync(all: paths)
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
    var directories: [String] = []
    var directory = path[...]
    while let slash = directory.lastIndex(of: "/") {
      directory = directory[..<slash]
      guard directory.utf8.count > commonDirectory.utf8.count else { break }
      directories.append(String(directory))
    }
    try SystemFile.sync(all: directories)
  }
}

package import Base

extension Repository {
  /// Makes sure that these objects survive a power cut, even if another process wrote them.
  ///
  /// libgit2 syncs a loose object and the directory of its name, though not the directory above,
  /// where that one may be new; it does not sync again what it finds written already, which the
  /// git program leaves unsynced by default. Packed objects are left alone: git syncs its packs.
  /// - Parameter files: Others that are synced at the same time.
  package func syncObjects(
    _ ids: some Sequence<ObjectID>,
    with files: [String] = []
  ) throws(OperationError) {
    let directory = "\(commonDirectory)/objects"
    var paths = Set(files)
    for id in Set(ids) {
      let hex = id.hex
      let fanOut = "\(directory)/\(hex.prefix(2))"
      let object = "\(fanOut)/\(hex.dropFirst(2))"
      guard LocalFile.exists(object) else { continue }
      paths.formUnion([object, fanOut, directory])
    }
    try LocalFile.sync(all: paths.sorted())
  }

  /// The objects that a commit brings with it: itself, and the trees and blobs that its tree has
  /// and the one of `base` has not at the same path.
  package func newObjects(
    in commit: ObjectID,
    since base: ObjectID?
  ) throws(OperationError) -> [ObjectID] {
    let old = try base.map { (base) throws(OperationError) in try self.commit(base).tree }
    let new = try self.commit(commit).tree
    return [commit] + (try newTreeObjects(from: old ?? .emptyTree, to: new))
  }
}

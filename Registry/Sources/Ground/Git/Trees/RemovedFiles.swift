import Base

/// The files that a tree has and a later one has not, by which a renamed folder is recognized.
///
/// A folder was another one before if the two have more than half of the files of either in common:
/// at the same places in the folder, with the same contents. Files that were changed at the same
/// time count for nothing, so no contents are compared.
struct RemovedFiles {
  private let files: [FolderFile]

  init(
    between old: ObjectID,
    and new: ObjectID,
    _ differences: inout TreeDifferences,
    in repository: borrowing Repository
  ) throws(OperationError) {
    var files: [FolderFile] = []
    var pending = [(path: [UInt8](), pair: TreeDifferences.Pair(old: old, new: new))]
    var compared = 0
    while let (path, pair) = pending.popLast() {
      compared += 1
      guard compared + pending.count + files.count <= TreeListing.mostEntries else {
        files = []
        break
      }
      let found = try differences.compare(pair, in: repository)
      let folders = Set(found.filter { $0.new?.isTree ?? false }.map(\.name))
      for difference in found {
        guard let side = difference.old else { continue }
        let place = path.appending(difference.name)
        if side.isTree, let after = difference.new, after.isTree {
          pending.append((place, TreeDifferences.Pair(old: side.id, new: after.id)))
        } else if side.isTree {
          files += try repository.files(below: side.id, at: place)
        } else if difference.new == nil || folders.contains(difference.name) {
          files.append(FolderFile(path: place, id: side.id))
        }
      }
    }
    self.files = files
  }

  /// The folder that had the files of a new one.
  ///
  /// - Parameter tree: Of the new folder.
  func origin(of tree: ObjectID, in repository: borrowing Repository) throws(OperationError)
    -> TreePath?
  {
    guard !files.isEmpty else { return nil }
    var own: [[UInt8]: ObjectID] = [:]
    for file in try repository.files(below: tree, at: []) { own[file.path] = file.id }
    var shared: [ArraySlice<UInt8>: Int] = [:]
    var removed: [ArraySlice<UInt8>: Int] = [:]
    for file in files {
      for end in file.path.indices where file.path[end] == UInt8(ascii: "/") {
        removed[file.path[..<end], default: 0] += 1
        if own[Array(file.path[(end + 1)...])] == file.id {
          shared[file.path[..<end], default: 0] += 1
        }
      }
    }
    let most = shared.max { left, right in
      left.value != right.value
        ? left.value < right.value : right.key.lexicographicallyPrecedes(left.key)
    }
    guard let most, 2 * most.value > max(own.count, removed[most.key] ?? 0) else { return nil }
    return try? TreePath(String(decoding: most.key, as: UTF8.self))
  }
}

/// A file of a folder, with its path from there as bytes.
private struct FolderFile {
  let path: [UInt8]
  let id: ObjectID
}

extension Repository {
  /// No files for a folder with more entries than any that a person has renamed.
  fileprivate func files(
    below tree: ObjectID,
    at folder: [UInt8]
  ) throws(OperationError) -> [FolderFile] {
    var files: [FolderFile] = []
    var folders = 0
    var pending = [(path: folder, tree: tree)]
    while let (path, tree) = pending.popLast() {
      folders += 1
      guard files.count + folders + pending.count <= TreeListing.mostEntries,
        path.count <= TreeListing.longestPath
      else { return [] }
      try withTree(tree) { (raw) throws(OperationError) in
        try raw.forEach { (entry) throws(OperationError) in
          let place = path.appending(entry.nameBytes)
          if entry.isTree {
            pending.append((place, entry.id))
          } else {
            files.append(FolderFile(path: place, id: entry.id))
          }
          return true
        }
      }
    }
    return files
  }
}

extension [UInt8] {
  fileprivate func appending(_ name: [UInt8]) -> [UInt8] {
    isEmpty ? name : self + [UInt8(ascii: "/")] + name
  }
}

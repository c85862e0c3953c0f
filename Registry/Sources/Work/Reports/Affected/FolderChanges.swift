import Git
import Model

/// Where two trees differ, and which files are not committed; only folders that differ are read.
struct FolderChanges {
  let old: ObjectID
  let new: ObjectID
  let uncommitted: [TreePath]
  /// Folders that do not count as parts of the folders around them.
  var left: Set<TreePath> = []
  /// Whether other packages do not count as parts of the folders around them.
  var leavesPackages = false

  /// Whether the file or folder at `path` has changed.
  func isChanged(_ path: TreePath, in repository: borrowing Repository) throws -> Bool {
    let (oldEntry, newEntry) = (
      try repository.entry(at: path, in: old), try repository.entry(at: path, in: new)
    )
    if try differ(oldEntry, newEntry, at: path, start: path, repository) { return true }
    for file in uncommitted where file.isInside(path) {
      let folders = ([file] + file.ancestors).filter { $0.isInside(path) && $0 != path }
      if folders.contains(where: left.contains) { continue }
      if leavesPackages, try folders.contains(where: { try isPackage($0, repository) }) { continue }
      return true
    }
    return false
  }

  private func differ(
    _ old: TreeEntry?,
    _ new: TreeEntry?,
    at path: TreePath,
    start: TreePath,
    _ repository: borrowing Repository
  ) throws -> Bool {
    if old?.id == new?.id, old?.mode == new?.mode { return false }
    if path != start, left.contains(path) { return false }
    let isFolder = [old, new].compactMap(\.?.mode).allSatisfy { $0 == .tree }
    guard isFolder else { return true }
    let (oldEntries, newEntries) = (
      try entries(of: old, repository), try entries(of: new, repository)
    )
    if leavesPackages, path != start {
      let manifest = TreePath.packageManifest.string
      if oldEntries[manifest] != nil || newEntries[manifest] != nil { return false }
    } else if !leavesPackages, !left.contains(where: { $0.isInside(path) && $0 != path }) {
      return true
    }
    for name in Set(oldEntries.keys).union(newEntries.keys) {
      let child = path.appending(TreePath(unchecked: name))
      if try differ(oldEntries[name], newEntries[name], at: child, start: start, repository) {
        return true
      }
    }
    return false
  }

  private func entries(
    of entry: TreeEntry?,
    _ repository: borrowing Repository
  ) throws -> [String: TreeEntry] {
    guard let entry else { return [:] }
    let entries = try repository.entries(of: entry.id).map { ($0.name, $0) }
    return Dictionary(entries) { first, _ in first }
  }

  private func isPackage(_ folder: TreePath, _ repository: borrowing Repository) throws -> Bool {
    try repository.entry(at: folder.appending(.packageManifest), in: new) != nil
  }
}

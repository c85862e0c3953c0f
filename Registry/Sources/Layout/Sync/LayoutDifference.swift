import Git
import GitValues

/// The differences between a tree and the checked-out one.
///
/// Equal folders are not read, so that the cost is proportional to the changes.
struct LayoutDifference {
  /// Files, links and submodules, in the order of their paths.
  private(set) var files: [Change] = []
  /// Folders with differences, in the order of the record.
  private(set) var folders: [Folder] = []
  /// The folders that the tree no longer has.
  private(set) var removedFolders: Set<TreePath> = []

  private let record: LayoutRecord
  private let tree: ObjectID
  private var count = 0

  struct Folder {
    let path: TreePath
    /// In git's order; empty for a submodule.
    let items: [TreeListing.Item]
  }

  struct Change {
    let path: TreePath
    /// The previous entry; `nil` for a new one.
    var old: LayoutFolder.Entry?
    /// `nil` for a removed entry.
    var new: TreeListing.Item?
  }

  /// Reads the differences, and refuses the tree if any of them must not be written to a disk.
  init(
    from record: LayoutRecord,
    to tree: ObjectID,
    in repository: borrowing Repository
  ) throws {
    (self.record, self.tree) = (record, tree)
    guard record.tree != tree else { return }
    try compare(tree, at: .root, in: repository)
    // Removed entries were added after the others.
    files.sort { $0.path < $1.path }
    // Git sorts a submodule as a file, and it is a folder here.
    folders.sort { LayoutRecord.isBefore($0.path.string.utf8, $1.path) }
    try checkLinks(in: repository)
  }

  private mutating func compare(
    _ tree: ObjectID,
    at path: TreePath,
    in repository: borrowing Repository
  ) throws {
    let items = try repository.items(of: tree, at: path)
    count += items.count
    guard count <= TreeListing.mostEntries else {
      throw GitError(.hostileTree, "refused the tree '\(self.tree)', it is too large")
    }
    folders.append(Folder(path: path, items: items))
    var last: [TreePath: LayoutFolder.Entry] = [:]
    for entry in record.folder(at: path)?.entries ?? [] { last[entry.item.path] = entry }
    for item in items {
      let old = last.removeValue(forKey: item.path)
      if old?.item == item { continue }
      if old?.item.mode == .tree, item.mode != .tree { removeFolder(item.path) }
      if item.mode == .tree {
        if let old, old.item.mode != .tree { removeEntry(old) }
        try compare(item.id, at: item.path, in: repository)
        removedFolders.remove(item.path)
      } else {
        let before = old?.item.mode == .tree ? nil : old
        files.append(Change(path: item.path, old: before, new: item))
        if item.mode == .submodule {
          folders.append(Folder(path: item.path, items: []))
          removedFolders.remove(item.path)
        } else if before?.item.mode == .submodule {
          removedFolders.insert(item.path)
        }
      }
    }
    for old in last.values {
      if old.item.mode == .tree { removeFolder(old.item.path) } else { removeEntry(old) }
    }
  }

  private mutating func removeEntry(_ old: LayoutFolder.Entry) {
    files.append(Change(path: old.item.path, old: old, new: nil))
    if old.item.mode == .submodule { removedFolders.insert(old.item.path) }
  }

  private mutating func removeFolder(_ path: TreePath) {
    for number in record.numbers(inside: path) {
      guard let folder = record.folder(number) else { continue }
      removedFolders.insert(folder.path)
      for entry in folder.entries where entry.item.mode != .tree { removeEntry(entry) }
    }
  }

  /// The target of one link may depend on all others, so they are checked together if any of them
  /// has changed.
  private func checkLinks(in repository: borrowing Repository) throws {
    let hasChanged = files.contains { $0.old?.item.mode == .link || $0.new?.mode == .link }
    guard hasChanged else { return }
    var links = folders.flatMap(\.items).filter { $0.mode == .link }
    let told = removedFolders.union(folders.map(\.path))
    for number in record.blocks.indices {
      guard let folder = record.folder(number), !told.contains(folder.path) else { continue }
      links += folder.entries.map(\.item).filter { $0.mode == .link }
    }
    try repository.checkLinks(links, of: tree)
  }
}

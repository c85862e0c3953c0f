import Files
import Git
import GitValues
import Workspace
import Writing

extension LayoutUpdate {
  /// Checks out the whole tree where there is none.
  func layOut(in repository: borrowing Repository) throws -> Outcome {
    context.progress("reading the tree")
    // All names are checked here, before the first byte is written.
    let difference = try LayoutDifference(from: .empty, to: tree, in: repository)
    let submodules = try newSubmodules(in: difference)
    let files = difference.folders.flatMap(\.items).filter(\.isFileOrLink)
    // These files are new: any later change gives a file another stamp.
    let stamps = try stage(files, in: repository) { FileStamp.glance(at: $1, from: $0) }
    var folders = LayoutFolders(root: layout.staging)
    for path in submodules { try folders.make(path) }
    try context.failures(.treeStaged)
    let record = record(of: difference.folders, stamps)
    try begin()
    try LocalFile.move(layout.staging, to: layout.tree)
    try context.failures(.layoutMoved)
    try end(record)
    return Outcome(written: files.count, removed: 0, strays: [], submodules: submodules)
  }

  /// The record of the tree, which is stored beside it.
  ///
  /// - Parameter stamps: Of the files of all folders, in their order.
  private func record(
    of folders: [LayoutDifference.Folder],
    _ stamps: [FileStamp?]
  ) -> LayoutRecord {
    let folderStamps = folders.concurrentMap { folder in
      // The folder of the tree is yet to be moved, which changes it.
      folder.path.isRoot ? nil : FileStamp.glance("\(layout.staging)/\(folder.path)")
    }
    var writer = LayoutRecordWriter(tree: tree, taken: context.fileClock())
    var rest = stamps[...]
    for (folder, stamp) in zip(folders, folderStamps) {
      let entries = folder.items.map { item in
        LayoutFolder.Entry(item: item, stamp: item.isFileOrLink ? rest.popFirst() ?? nil : nil)
      }
      writer.add(LayoutFolder(path: folder.path, stamp: stamp, entries: entries))
    }
    return writer.record()
  }
}

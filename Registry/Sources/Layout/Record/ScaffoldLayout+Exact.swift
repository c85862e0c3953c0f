import Files
package import Git
package import GitValues
import Workspace

extension ScaffoldLayout {
  /// The tree that was laid out last; `nil` if none is, or a run was interrupted.
  package func recordedTree() throws -> ObjectID? {
    try laidOut()?.tree
  }

  /// The same tree, if every file is as it was laid out and none was added: what is built from
  /// anything else is not built from the tree.
  package func exactTree() throws -> ObjectID? {
    guard let record = try laidOut() else { return nil }
    for number in record.doubts(in: tree) {
      guard let folder = record.folder(number), try isExact(folder) else { return nil }
    }
    return record.tree
  }

  /// Removes what is laid out if an interrupted run of another clone left it half done, and
  /// `repository` does not have the tree to finish it.
  package func removeInterrupted(unknownTo repository: borrowing Repository) throws {
    guard let content = try LocalFile.read(pending) else { return }
    let name = String(decoding: content.dropLast(), as: UTF8.self)
    if let id = try? ObjectID(hex: name), repository.contains(id) { return }
    try LocalFile.removeAll(tree)
    try LocalFile.remove(record)
    try LocalFile.remove(pending)
  }

  private func laidOut() throws -> LayoutRecord? {
    guard LocalFile.kind(at: pending) == nil else { return nil }
    return try LocalFile.read(record).flatMap(LayoutRecord.init(reading:))
  }

  /// By the content of the files, which needs no repository that has the tree.
  private func isExact(_ folder: LayoutFolder) throws -> Bool {
    for entry in folder.entries {
      let (path, mode) = (entry.item.path, entry.item.mode)
      guard entry.item.isFileOrLink, !LayoutWork.isManagersOwn(path) else { continue }
      guard let file = try LocalFile.stored("\(tree)/\(path)"), file.mode == mode,
        Repository.blobID(of: file.content) == entry.item.id
      else { return false }
    }
    var strays = LayoutStrays(in: tree, beside: Set(folder.entries.map(\.item.path)))
    _ = try strays.look(in: folder.path)
    return strays.paths.isEmpty
  }
}

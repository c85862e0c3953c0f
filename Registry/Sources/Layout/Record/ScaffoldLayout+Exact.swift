import Files
package import Git
package import GitValues
import Workspace

extension ScaffoldLayout {
  /// The tree that was checked out last; `nil` if there is none, or a run was interrupted.
  package func recordedTree() throws -> ObjectID? {
    try laidOut()?.tree
  }

  /// The same tree, if every file is unchanged and none was added: otherwise the build is not one
  /// of this tree.
  package func exactTree() throws -> ObjectID? {
    guard let record = try laidOut() else { return nil }
    for number in record.doubts(in: tree) {
      guard let folder = record.folder(number), try isExact(folder) else { return nil }
    }
    return record.tree
  }

  /// Removes a checkout that an interrupted run of another clone left incomplete, if `repository`
  /// does not have the tree to complete it.
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

  /// Compares the content of the files, which does not need a repository with the tree.
  private func isExact(_ folder: LayoutFolder) throws -> Bool {
    for entry in folder.entries {
      let (path, mode) = (entry.item.path, entry.item.mode)
      guard entry.item.isFileOrLink, !path.isPackageResolution else { continue }
      guard let file = try LocalFile.stored("\(tree)/\(path)"), file.mode == mode,
        Repository.blobID(of: file.content) == entry.item.id
      else { return false }
    }
    var strays = LayoutStrays(in: tree, beside: Set(folder.entries.map(\.item.path)))
    _ = try strays.look(in: folder.path)
    return strays.paths.isEmpty
  }
}

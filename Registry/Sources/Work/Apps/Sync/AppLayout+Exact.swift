import Base
package import Git
import Model

extension AppLayout {
  /// The tree that was checked out last; `nil` if there is none, or a run was interrupted.
  ///
  /// Call it while no other process uses the checkout.
  package func recordedTree() throws -> ObjectID? {
    guard LocalFile.kind(at: pending) == nil, LocalFile.kind(at: tree) != nil else { return nil }
    try checkout.removeLocks()
    return try checkout.tree()
  }

  /// The same tree, if every file is unchanged and none was added: otherwise the build is not one
  /// of this tree.
  package func exactTree() throws -> ObjectID? {
    guard let recorded = try recordedTree() else { return nil }
    let changes = try LayoutChanges(checkout.changes())
    return changes.edited.isEmpty && changes.missing.isEmpty && changes.strays().isEmpty
      ? recorded : nil
  }

  /// Removes a checkout that an interrupted run of another clone left incomplete, if `repository`
  /// does not have the tree to complete it.
  package func removeInterrupted(unknownTo repository: borrowing Repository) throws {
    guard let content = try LocalFile.read(pending) else { return }
    let name = String(decoding: content.dropLast(), as: UTF8.self)
    if let id = try? ObjectID(hex: name), repository.contains(id) { return }
    try LocalFile.removeAll(tree)
    try checkout.forget()
    try LocalFile.remove(pending)
  }
}

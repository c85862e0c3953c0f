package import Base
package import Git
import Model
import Versions

/// The paths at which an app's pinned tree is checked out and built: below `.registry`, or in a
/// folder that clones share.
package struct AppLayout: Sendable {
  /// The program's own files beside the tree are in this folder, too.
  package let folder: String
  /// The folder below `.registry`; `nil` if it is elsewhere.
  private let own: (shared: RegistryFolder, name: String)?

  /// - Parameter directory: The root of the working tree.
  init(of app: AppName, in directory: String) {
    let shared = RegistryFolder(in: directory)
    own = (shared, app.text)
    folder = "\(shared.path)/\(app)"
  }

  /// - Parameter folder: The absolute path of a folder outside of any working tree.
  package init(inFolder folder: String) {
    self.folder = folder
    own = nil
  }

  /// The checked-out tree, and nothing else.
  package var tree: String { "\(folder)/tree" }

  /// The build folder, so that SwiftPM does not write into the tree.
  package var build: String { "\(folder)/build" }

  /// The files of the tree, and the record of what they were checked out from.
  var checkout: PrivateCheckout { PrivateCheckout(path: tree, record: "\(folder)/layout") }

  /// The id of the tree that is being checked out.
  var pending: String { "\(folder)/layout.pending" }

  /// The list of verified releases, for all apps.
  static func verified(in directory: String) -> String {
    "\(RegistryFolder(in: directory).path)/.verified"
  }

  /// The list of links to files of the working tree, one path a line.
  var links: String { "\(folder)/links" }

  /// The list of files that are pointers of Git LFS, one path a line.
  var pointers: String { "\(folder)/pointers" }

  /// The path of the file that is locked while the checkout changes.
  package var lock: String { "\(folder)/lock" }

  /// Makes the folders.
  package func prepare() throws(OperationError) {
    if let own {
      _ = try own.shared.preparing(own.name)
    } else {
      try unifyingErrors { try LocalFile.makeDirectories(folder) }
    }
  }

  /// Whether it is below `.registry`, and moves with the clone.
  var isOfClone: Bool { own != nil }

  /// The number of folders between the tree and the root of the working tree.
  var depth: Int { own == nil ? 2 : 3 }
}

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

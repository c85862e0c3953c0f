import Git
import RegistryModel
import Versioning

/// A release as a commit of its component's own repository, a function of its record and the base.
///
/// It has no parent: which release came before depends on what else was recorded, on this branch and
/// later on others, and a commit that is out in the world can never change.
struct MirroredRelease {
  let component: ComponentName
  let release: Release
  /// Nothing where no release depends on another component.
  let base: MirrorBase?

  /// Stores the commit.
  ///
  /// - Throws: If the release's archive is not the recorded one: what is not known to be the release
  ///   never leaves the repository.
  func commit(in repository: borrowing Repository) throws -> ObjectID {
    _ = try PublishedRelease(component: component, release: release)
      .writeArchive(from: repository) { _ in }
    let by = try Signature(
      name: "registry",
      email: "registry@localhost",
      time: GitTime(seconds: Int64(release.date.secondsSince1970))
    )
    return try repository.writeCommit(
      tree: tree(in: repository),
      parents: [],
      author: by,
      committer: by,
      message: """
        \(component) \(release.version)

        Release-Tree: \(release.tree)
        Release-Archive: \(release.archive)

        """
    )
  }

  private func tree(in repository: borrowing Repository) throws -> ObjectID {
    let tree = try ObjectID(hex: release.tree.description)
    guard let base, !release.edits.isEmpty else { return tree }
    let mirrored = MirroredEdits(requires: Set(release.requires.keys), base: base)
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for item in try repository.listing(of: tree).items {
      guard let recorded = release.edits.first(where: { $0.key.description == item.path.string })
      else { continue }
      let content = try mirrored.edits(recorded.value).applied(to: repository.blob(item.id))
      edits.append((item.path, .put(try repository.writeBlob(content), item.mode)))
    }
    return try repository.edit(tree, edits)
  }
}

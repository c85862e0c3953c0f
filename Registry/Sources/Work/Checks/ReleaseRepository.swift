import Base
import Content
import Git
import Model
import Versions

/// A bare repository that offers one release of one component, in published form, under a version.
///
/// It contains all objects of the release, so that it does not depend on the clone that they come
/// from.
struct ReleaseRepository {
  let path: String

  private static let branch = "refs/heads/main"

  /// Makes the release the only one that is offered, and returns its commit, the same for the same
  /// content.
  func offer(
    _ release: Release,
    of component: ComponentName,
    as version: SemanticVersion,
    from source: borrowing Repository
  ) throws -> ObjectID {
    let bare = BareRepository(path: path)
    try LocalFile.makeDirectories(LocalFile.parent(of: path))
    try bare.make()
    // The commit and the edited manifests belong to no history of the monorepo.
    let repository = try Repository.open(at: source.gitDirectory)
    try repository.storeInMemory()
    guard repository.contains(release.tree) else {
      // A dry run has the files that it edits in memory, where it may store these objects too.
      return try offer(release, of: component, as: version, in: bare, from: source)
    }
    return try offer(release, of: component, as: version, in: bare, from: repository)
  }

  private func offer(
    _ release: Release,
    of component: ComponentName,
    as version: SemanticVersion,
    in bare: BareRepository,
    from repository: borrowing Repository
  ) throws -> ObjectID {
    let commit = try commit(of: release, component, in: repository)
    let present = try bare.references()
    let tag = "refs/tags/\(version)"
    var changes = present.keys.filter { $0 != tag && $0 != Self.branch }
      .map { ReferenceChange($0, to: nil) }
    for name in [tag, Self.branch] where present[name] != commit {
      changes.append(ReferenceChange(name, to: commit))
    }
    try bare.apply(changes, present: present, from: repository)
    return commit
  }

  private func commit(
    of release: Release,
    _ component: ComponentName,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let tree = release.tree
    guard repository.contains(tree) else {
      throw OperationError(
        .missingTree,
        "the files of '\(component)' are not in this clone",
        help: repository.helpForMissing
      )
    }
    let published = try ReleaseForm(of: release).publishedTree(in: repository)
    let by = try Signature(
      name: "registry",
      email: "registry@localhost",
      time: GitTime(seconds: 0)
    )
    return try repository.writeCommit(
      tree: repository.edit(published, files: release.edits),
      parents: [],
      author: by,
      committer: by,
      message: "\(component)\n"
    )
  }
}

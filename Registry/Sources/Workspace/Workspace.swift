package import Git
package import GitValues
import RegistryModel
import Versioning

/// An open repository and the place of the registry's data in it, which all operations work on.
///
/// Opening reads no registry data and no history.
package struct Workspace: ~Copyable {
  package let repository: Repository
  /// Of the manifest, from the root of the repository; the logs lie beside it.
  package let manifestPath: TreePath
  /// Of the moment of opening; what writes looks again.
  package let head: Head
  /// Nothing for what is checked out.
  private let branch: String?
  /// What a branch without a manifest is read as; `nil` if it needs to have one.
  let firstManifest: ManifestDocument?

  /// Finds the repository that `directory` lies in, and the manifest.
  ///
  /// - Parameter manifest: A path from `directory`, as a person types it; nothing looks for the
  ///   manifest where git's `registry.manifest` says (from the root), else upwards.
  /// - Parameter branch: Its name as people say it, such as `main`; nothing for the one that is
  ///   checked out.
  /// - Throws: ``OperationError/Code/noManifest``, ``OperationError/Code/manifestOutside`` and what
  ///   opening a repository throws.
  package init(
    directory: String,
    manifest: String? = nil,
    branch: String? = nil
  ) throws(OperationError) {
    let repository = try unifyingErrors { try Repository.discover(from: directory) }
    let head = try unifyingErrors { try repository.head(of: branch) }
    manifestPath = try unifyingErrors {
      try ManifestLocation(directory: directory, head: head).find(manifest, in: repository)
    }
    self.repository = repository
    self.head = head
    self.branch = branch
    firstManifest = nil
  }

  /// Finds the repository that `directory` lies in, which need not have a manifest: it will be where
  /// it is looked for, or in the folder `Registry` at the root.
  ///
  /// A branch that has none is read as one that lists nothing.
  package init(adopting directory: String, manifest: String? = nil) throws(OperationError) {
    let repository = try unifyingErrors { try Repository.discover(from: directory) }
    let head = try unifyingErrors { try repository.head(of: nil) }
    guard head.tip != nil else {
      throw OperationError(
        .unbornBranch,
        "the branch has no commit yet",
        help: "commit the packages first"
      )
    }
    let manifestPath = try unifyingErrors {
      try ManifestLocation(directory: directory, head: head).place(manifest, in: repository)
    }
    firstManifest = try unifyingErrors {
      // Nothing is offered under it: the first manifest that is written has a scope of its own.
      try ManifestDocument(Manifest(scope: ScopeName("none")), file: manifestPath.string)
    }
    self.manifestPath = manifestPath
    self.repository = repository
    self.head = head
    branch = nil
  }
}

extension Workspace {
  /// Of the manifest and the `releases` folder; the root if they lie there.
  package var registryPath: TreePath { manifestPath.parent }

  package var releasesPath: TreePath { registryPath.appending(Self.releasesName) }

  private static let releasesName = TreePath(known: "releases")

  /// The absolute path of a working file; nothing in a bare repository.
  package func workingPath(_ path: TreePath) -> String? {
    guard let root = repository.workingDirectory else { return nil }
    return path.isRoot ? root : "\(root)/\(path)"
  }

  /// Where the branch stands now, which ``head`` says of the moment of opening.
  package func currentHead() throws -> Head {
    try repository.head(of: branch)
  }

  /// The commit that the branch is at; nothing before the first one.
  package var tip: ObjectID? { head.tip }
}

extension Repository {
  /// Where a branch stands; what is checked out for nothing.
  fileprivate func head(of branch: String?) throws -> Head {
    guard let branch else { return try head() }
    let name = "refs/heads/\(branch)"
    guard let tip = try resolve(name) else {
      throw OperationError(
        .unknownBranch,
        "the repository has no branch '\(branch)'",
        help: "'git branch' lists those that it has"
      )
    }
    return .branch(name, tip: tip)
  }
}

package import Base
package import Git
import Versions

/// An open repository with the place of the registry's data in it, for all operations.
///
/// Opening reads no registry data and no history.
package struct Workspace: ~Copyable {
  package let repository: Repository
  /// The path of the manifest, from the root of the repository; the logs are beside it.
  package let manifestPath: TreePath
  /// As of opening; operations that write read it again.
  package let head: Head
  /// `nil` for the branch that is checked out.
  private let branch: String?
  /// The data of a branch without a manifest; `nil` if it must have one.
  let firstManifest: ManifestDocument?
  let lastManifest = LastManifest()
  let evaluator = KnownEvaluator()

  /// Finds the repository that contains `directory`, and the manifest.
  ///
  /// - Parameter manifest: A path from `directory`, as a person types it; `nil` to look where git's
  ///   `registry.manifest` says (from the root), or else upwards.
  /// - Parameter branch: A name such as `main`; `nil` for the branch that is checked out.
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

  /// Finds the repository that contains `directory` and may have no manifest yet: it will be at the
  /// usual place, or in the folder `Registry` at the root.
  ///
  /// A branch without a manifest is read as one that lists nothing.
  package init(adopting directory: String, manifest: String? = nil) throws(OperationError) {
    let repository = try unifyingErrors { try Repository.discover(from: directory) }
    let head = try unifyingErrors { try repository.head(of: nil) }
    guard head.tip != nil else {
      throw OperationError.noCommit(
        help: "commit the packages with 'git add' and 'git commit' first"
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

  /// A repository of packages that no manifest lists.
  package init(withoutManifest repository: consuming Repository) throws(OperationError) {
    head = try repository.head()
    manifestPath = ManifestLocation.standard
    self.repository = repository
    branch = nil
    firstManifest = nil
  }
}

extension Workspace {
  /// The folder of the manifest and of `releases`, which may be the root.
  package var registryPath: TreePath { manifestPath.parent }

  package var releasesPath: TreePath { registryPath.appending(Self.releasesName) }

  private static let releasesName = TreePath(known: "releases")

  /// The absolute path of a working file; `nil` in a bare repository.
  package func workingPath(_ path: TreePath) -> String? {
    guard let root = repository.workingDirectory else { return nil }
    return path.isRoot ? root : "\(root)/\(path)"
  }

  /// The current state of the branch; ``head`` is that of the moment of opening.
  package func currentHead() throws -> Head {
    try repository.head(of: branch)
  }

  /// The newest commit of the branch; `nil` before the first one.
  package var tip: ObjectID? { head.tip }
}

extension Repository {
  /// The state of a branch; that of the checkout for `nil`.
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

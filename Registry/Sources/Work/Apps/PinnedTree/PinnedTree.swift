package import Base
import Content
package import Git
package import Model
package import Versions

/// The tree that an app is built from: the base's tree, with the folder of each resolved
/// component replaced by its release and the registry's data reduced to these.
package struct PinnedTree: Sendable {
  package let app: AppName
  /// The folder of the app's package, from the root of the tree.
  package let path: TreePath
  package let product: String?
  /// Files of the working tree that the build uses, and that are not part of the tree.
  package let localFiles: [TreePath]
  /// The id of the tree, which is stored and to which nothing refers.
  package let tree: ObjectID
  /// The commit that everything else comes from.
  package let base: ObjectID
  /// A component that is not listed is built from the base.
  package let releases: [ComponentName: PinnedRelease]
  /// Notes that require no action.
  package internal(set) var notes: [String]

  /// The folders of the components that are built from releases.
  var releasedFolders: [TreePath] {
    releases.values.map(\.path)
  }
}

/// A release in a pinned tree.
package struct PinnedRelease: Hashable, Sendable {
  package let version: SemanticVersion
  /// Of the component's folder.
  package let tree: ObjectID
  /// Where that folder is.
  package let path: TreePath
}

/// Computes the tree that an app is built from.
package struct PinnedTreePlan: Sendable {
  /// As it was typed; `nil` for the only one.
  package var app: String?
  /// The product to run, which selects the app if none was typed.
  package var product: String?
  /// Whether uncommitted changes are included, except those of pinned components.
  package var usesWorkingFiles: Bool
  /// The releases that need not be checked.
  var verified = VerifiedReleases()

  package init(app: String? = nil, product: String? = nil, usesWorkingFiles: Bool = false) {
    self.app = app
    self.product = product
    self.usesWorkingFiles = usesWorkingFiles
  }

  /// Stores the tree.
  ///
  /// - Parameter commit: `nil` for the branch's commit when the workspace was opened.
  package func run(
    in workspace: borrowing Workspace,
    at commit: ObjectID? = nil
  ) throws(OperationError) -> PinnedTree {
    try draft(in: workspace, at: commit).finished()
  }

  /// Stores the tree; the changes that it leaves out may be found later.
  func draft(
    in workspace: borrowing Workspace,
    at commit: ObjectID? = nil
  ) throws(OperationError) -> PinnedTreeDraft {
    try unifyingErrors {
      guard let tip = commit ?? workspace.tip else {
        throw OperationError.noCommit()
      }
      let committed = try workspace.state(at: tip)
      let state = try usesWorkingFiles ? workspace.workingState() : committed
      let (name, app) = try workspace.committed(in: state) { manifest in
        try manifest.app(meant: self.app, product: self.product)
      }
      let releases = try AppResolution(
        name: name,
        app: app,
        state: state
      ).releases(in: workspace)
      let changes = UncommittedFiles(releases: releases, manifest: state.manifest)
      // The components with changes that are left out, which takes as long to find as the rest.
      let leftOut = (try? WorkTree(of: workspace.repository)).map { files in
        BackgroundWork { try changes.leftOut(in: files) }
      }
      do {
        let base = try workspace.repository.commit(tip).tree
        let tree = try PinnedTreeComposition(
          app: name,
          manifest: state.manifest,
          releases: releases
        ).stored(
          over: usesWorkingFiles ? changes.stored(over: base, in: workspace) : base,
          in: workspace
        )
        try MovedDependencies(state.manifest).check(releases, in: tree, workspace)
        guard try workspace.repository.entry(at: app.path, in: tree)?.mode == .tree else {
          throw AppRules.noFolder(name, app)
        }
        let submodules = try PinnedSubmodules(of: releases, state.manifest, in: workspace)
        var verified = verified
        try verified.check(releases, in: workspace.repository)
        return PinnedTreeDraft(
          pinned: PinnedTree(
            app: name,
            path: app.path,
            product: app.product,
            localFiles: app.localFiles + submodules.paths,
            tree: tree,
            base: tip,
            releases: pinned(releases, state.manifest),
            notes: submodules.notes + manifestNotes(name, app, in: workspace)
          ),
          leftOut: leftOut,
          verified: verified
        )
      } catch {
        leftOut?.wait()
        throw error
      }
    }
  }

  private func pinned(
    _ releases: [ComponentName: Release],
    _ manifest: Manifest
  ) -> [ComponentName: PinnedRelease] {
    var pinned: [ComponentName: PinnedRelease] = [:]
    for (name, release) in releases {
      guard let component = manifest.components[name] else { continue }
      pinned[name] = PinnedRelease(
        version: release.version,
        tree: release.tree,
        path: component.path
      )
    }
    return pinned
  }

  /// What the manifest says of the app and is not committed.
  private func manifestNotes(
    _ name: AppName,
    _ app: App,
    in workspace: borrowing Workspace
  ) -> [String] {
    guard !usesWorkingFiles, let file = workspace.workingPath(workspace.manifestPath),
      LocalFile.kind(at: file) != nil
    else { return [] }
    do throws(OperationError) {
      if try workspace.workingManifest()?.apps[name] == app { return [] }
      return [
        "'\(workspace.manifestPath)' has changes to '\(name)' that are not committed;"
          + " use '--worktree' to include them"
      ]
    } catch {
      return [
        "'\(workspace.manifestPath)' has uncommitted changes, and cannot be read:"
          + " \(error.message)"
      ]
    }
  }
}

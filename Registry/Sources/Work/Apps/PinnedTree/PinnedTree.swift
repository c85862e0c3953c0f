package import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
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
  /// The id of the tree, to which nothing refers: with the files of submodules, as far as the clone has
  /// them, or with their commits, as the plan says.
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
  /// The tree of the component's folder.
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
  /// Whether submodules stay commits, as git stores them.
  var keepsSubmodules = false
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
      let changes = UncommittedFiles(releases: releases, state: state)
      // The components with changes that are left out, which takes as long to find as the rest.
      let leftOut = (try? WorkTree(of: workspace.repository)).map { files in
        BackgroundWork { try changes.leftOut(in: files) }
      }
      do {
        let base = try workspace.repository.commit(tip).tree
        let hasSubmodules =
          try !keepsSubmodules
          && (releases.values.contains(where: \.needsSubmodules)
            || workspace.repository.listsSubmodules(base))
        // Their files are in no repository of the clone's own, which must not get trees of them.
        if hasSubmodules { try workspace.repository.storeInMemory() }
        let composed = try PinnedTreeComposition(
          app: name,
          manifest: state.manifest,
          releases: releases
        ).stored(
          over: usesWorkingFiles ? changes.stored(over: base, in: workspace) : base,
          in: workspace
        )
        let filled = try PinnedSubmodules(
          of: composed,
          hasSubmodules ? releases : [:],
          state.manifest,
          isFilled: hasSubmodules,
          in: workspace
        )
        try MovedDependencies(state.manifest).check(
          releases,
          in: filled.tree,
          keepsSubmodules: keepsSubmodules,
          workspace
        )
        guard try workspace.repository.entry(at: app.path, in: filled.tree)?.mode == .tree else {
          throw AppRules.noFolder(name, app)
        }
        var verified = verified
        try verified.check(releases, in: workspace.repository)
        return PinnedTreeDraft(
          pinned: PinnedTree(
            app: name,
            path: app.path,
            product: app.product,
            localFiles: app.localFiles,
            tree: filled.tree,
            base: tip,
            releases: pinned(releases, state.manifest),
            notes: filled.notes + manifestNotes(name, app, in: workspace)
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

  /// The notes on what the manifest says of the app and is not committed.
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

/// A pinned tree that is stored, while the changes that it leaves out may still be looked up.
struct PinnedTreeDraft {
  /// Without those changes.
  let pinned: PinnedTree
  /// The components that have them; `nil` without working files.
  let leftOut: BackgroundWork<[ComponentName]>?
  /// Including those that it is built from.
  let verified: VerifiedReleases

  /// With those changes, once they are known.
  func finished() throws(OperationError) -> PinnedTree {
    try unifyingErrors {
      var finished = pinned
      var notes: [String] = []
      for name in try leftOut?.value() ?? [] {
        guard let release = pinned.releases[name] else { continue }
        notes.append(
          "'\(name)' has uncommitted changes, but is built from its release \(release.version)"
        )
      }
      finished.notes = notes + pinned.notes
      return finished
    }
  }
}

/// Composes a pinned tree.
struct PinnedTreeComposition {
  let app: AppName
  let manifest: Manifest
  let releases: [ComponentName: Release]

  /// Stores `base` with the releases in place.
  func stored(over base: ObjectID, in workspace: borrowing Workspace) throws -> ObjectID {
    try refuseAppAtRoot()
    var tree = base
    // Folders may nest, and an inner one has its place in whatever the outer one became.
    for edits in try componentEdits(over: base, in: workspace) {
      tree = try workspace.repository.edit(tree, edits)
    }
    tree = try workspace.repository.edit(tree, localEdits(in: tree, workspace))
    return try workspace.repository.edit(tree, registryEdits(in: tree, workspace))
  }

  /// Makes packages find components beside them that they name by URL.
  private func localEdits(
    in tree: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> [(path: TreePath, edit: TreeEdit)] {
    let local = try LocalDependencies(manifest, by: workspace.manifestReading(manifest))
    let parsed = LocalDependencies(manifest, by: .parsing)
    let uploaded = Set(
      releases.filter(\.value.isUploaded).keys.compactMap { manifest.components[$0]?.path }
    )
    let folders = Set(
      manifest.components.values.map(\.path) + manifest.apps.values.map(\.path)
    )
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for path in folders.sorted() {
      guard let folder = try workspace.repository.tree(at: path, in: tree) else { continue }
      edits += try (uploaded.contains(path) ? parsed : local).edits(
        of: folder,
        at: path,
        in: workspace.repository
      )
      .map { (path.appending($0.path), $0.edit) }
    }
    return edits
  }

  private func refuseAppAtRoot() throws(OperationError) {
    guard let name = manifest.rootComponent, let release = releases[name],
      manifest.apps[app]?.path.isRoot == true
    else { return }
    throw OperationError(
      .unresolvable,
      "'\(app)' is at the root like the component '\(name)', and cannot be built from its release"
        + " \(release.version), which its pins require",
      help: "move the app to a folder of its own, or unpin what requires '\(name)'"
    )
  }

  /// The files of a release, as they are built beside the other components.
  private func built(
    _ name: ComponentName,
    _ release: Release,
    in workspace: borrowing Workspace
  ) throws -> ObjectID {
    guard workspace.repository.contains(release.tree) else {
      throw missing(name, release, workspace.repository)
    }
    let built = try ReleaseForm(of: release)
      .buildTree(withSubmodules: release.isInternal, in: workspace.repository)
    let edits = try MovedDependencies(manifest).edits(of: name, release, in: built, workspace)
    return edits.isEmpty ? built : try workspace.repository.edit(built, edits)
  }

  /// The content of each component's folder, outer folders before inner ones.
  ///
  /// What else is in its folder stays, and so do the folders of apps, although releases contain them:
  /// the app is built from the base.
  private func componentEdits(
    over base: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [[(path: TreePath, edit: TreeEdit)]] {
    let trees = ComponentTrees(manifest, at: workspace.manifestPath)
    let apps = manifest.apps.values.map(\.path)
    var placed: [TreePath: TreeEdit] = [:]
    for (name, component) in manifest.components {
      guard let release = releases[name] else { continue }
      let path = component.path
      let kept = try trees.others(
        at: path,
        in: base,
        beside: apps.filter { $0 != path && $0.isInside(path) },
        of: workspace.repository
      )
      let tree = try workspace.repository.edit(
        built(name, release, in: workspace),
        kept.map { ($0.path, .put($0.entry.id, $0.entry.mode)) }
      )
      placed[path] = .put(tree, .tree)
    }
    let levels = Dictionary(grouping: placed) { path, _ in
      path.andAncestors.count { placed[$0] != nil }
    }
    return levels.sorted { $0.key < $1.key }.map { $0.value.map { ($0.key, $0.value) } }
  }

  private func missing(
    _ name: ComponentName,
    _ release: Release,
    _ repository: borrowing Repository
  ) -> OperationError {
    OperationError(
      .missingTree,
      "the files of '\(name)' \(release.version) are not in this clone",
      help: repository.helpForMissing
        ?? "get them with 'git fetch origin tag \(release.tagName(of: name))'"
    )
  }

  /// Removes data beyond this app: it changes with every release of any component, and would
  /// make another tree of the same sources.
  private func registryEdits(
    in tree: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> [(path: TreePath, edit: TreeEdit)] {
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for path in [workspace.releasesPath, Workspace.changelogPath]
    where try workspace.repository.entry(at: path, in: tree) != nil {
      edits.append((path, .remove))
    }
    let resolved = ResolvedReleases(
      apps: [app: releases.mapValues(\.version)]
    )
    for (path, text) in [
      (workspace.manifestPath, reduced.text), (workspace.resolvedPath, resolved.text),
    ] {
      edits.append((path, .put(try workspace.repository.writeBlob(Array(text.utf8)), .file)))
    }
    return edits
  }

  /// The manifest for this tree, with the versions that are in it.
  private var reduced: Manifest {
    var manifest = manifest
    for name in manifest.components.keys {
      manifest.components[name]?.version = releases[name]?.version
    }
    manifest.apps = manifest.apps.filter { $0.key == app }
    let pins = releases.mapValues { Pin.requirement(.exact($0.version)) }
    manifest.apps[app]?.pins = pins
    return manifest
  }
}

/// A pinned tree with the files of submodules, which are in no tree of this repository: those of the
/// commits that the tree names, as far as the clone has them.
private struct PinnedSubmodules {
  private(set) var tree: ObjectID
  /// The submodules of releases that the clone does not have.
  private(set) var notes: [String] = []

  init(
    of composed: ObjectID,
    _ releases: [ComponentName: Release],
    _ manifest: Manifest,
    isFilled: Bool,
    in workspace: borrowing Workspace
  ) throws {
    tree = composed
    guard isFilled else { return }
    var released: [TreePath: String] = [:]
    for (name, release) in releases where release.needsSubmodules {
      guard let component = manifest.components[name] else { continue }
      for place in release.omits {
        released[component.path.appending(place)] = "'\(name)' \(release.version)"
      }
    }
    let filled = try workspace.repository
      .fillingSubmodules(of: composed, besides: Array(released.keys))
    let missing = filled.missing.filter { released[$0] != nil }
    tree = try workspace.repository.edit(filled.tree, missing.map { ($0, .remove) })
    notes = missing.map { path in
      "'\(path)' of \(released[path] ?? "") is a submodule that this clone does not have:"
        + " run 'git submodule update --init --recursive'"
    }
  }
}

/// Makes packages find components beside them by path if their manifests name them by URL.
///
/// Documentation/Decisions/own-repositories.md explains why manifests are edited for that.
package struct LocalDependencies {
  private let manifest: Manifest
  private let reading: ManifestReading
  private let repositories: ComponentRepositories
  private let hasRoot: Bool

  package init(_ manifest: Manifest, by reading: ManifestReading) {
    (self.manifest, self.reading) = (manifest, reading)
    hasRoot = manifest.rootComponent != nil
    repositories = ComponentRepositories(manifest)
  }

  /// The manifests of a package that change, by their names.
  ///
  /// - Parameters:
  ///   - tree: Of the package's folder.
  ///   - path: Where it is.
  ///   - names: The components that may be beside it; `nil` for all.
  package func edits(
    of tree: ObjectID,
    at path: TreePath,
    onlyOf names: Set<ComponentName>? = nil,
    in repository: borrowing Repository
  ) throws -> [(path: TreePath, edit: TreeEdit)] {
    let namesRoot = hasRoot && !path.isRoot
    guard !repositories.isEmpty || namesRoot else { return [] }
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for entry in try repository.entries(of: tree)
    where entry.mode.isFile && ManifestFileName(entry.name) != nil {
      let bytes = try repository.blob(entry.id)
      let mayNameRoot = namesRoot && bytes.contains("\"..".utf8)
      guard
        mayNameRoot
          || !repositories.isEmpty
            && (reading.evaluates || !repositories.components(quotedIn: bytes).isEmpty)
      else { continue }
      let file = try located(in: path) {
        try reading.survey(bytes, named: entry.name, in: path)
      }
      var places: [String: TreePath] = [:]
      for (url, name, _) in repositories.dependencies(of: file) {
        guard names?.contains(name) ?? true, let place = manifest.components[name]?.path,
          place != path
        else { continue }
        places[url] = place
      }
      let changes = (file.localForm(places) + (mayNameRoot ? file.namingRoot : []))
        .sorted { $0.offset < $1.offset }
      guard !changes.isEmpty else { continue }
      let blob = try repository.writeBlob(changes.applied(to: bytes))
      edits.append((try TreePath(entry.name), .put(blob, entry.mode)))
    }
    return edits
  }
}

import Base
import Content
import Git
import Model
import Versions

/// Composes a pinned tree.
struct PinnedTreeComposition {
  let app: AppName
  let manifest: Manifest
  let releases: [ComponentName: Release]

  /// Stores `base` with the releases in place.
  func stored(over base: ObjectID, in workspace: borrowing Workspace) throws -> ObjectID {
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

  /// The content of each component's folder, outer folders before inner ones.
  private func componentEdits(
    over base: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [[(path: TreePath, edit: TreeEdit)]] {
    var placed: [TreePath: TreeEdit] = [:]
    let moved = MovedDependencies(manifest)
    for (name, component) in manifest.components {
      guard let release = releases[name] else { continue }
      let tree = release.tree
      guard workspace.repository.contains(tree) else {
        throw missing(name, release, workspace.repository)
      }
      var built = try ReleaseForm(of: release).buildTree(in: workspace.repository)
      let edits = try moved.edits(of: name, release, in: built, workspace)
      if !edits.isEmpty { built = try workspace.repository.edit(built, edits) }
      placed[component.path] = .put(built, .tree)
    }
    for (name, component) in manifest.components where releases[name] == nil {
      let path = component.path
      guard path.ancestors.contains(where: { placed[$0] != nil }),
        let entry = try workspace.repository.entry(at: path, in: base)
      else { continue }
      placed[path] = .put(entry.id, entry.mode)
    }
    let levels = Dictionary(grouping: placed) { path, _ in
      path.ancestors.count { placed[$0] != nil }
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
      apps: [app: releases.mapValues(\.version)],
      appsKey: manifest.appsKey
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

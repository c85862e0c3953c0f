package import Git
package import Model
package import Versions

/// Where commits have components, by the manifest of each, which is read once.
package final class CommitTrees {
  package let manifestPath: TreePath
  private var manifests: [ObjectID: (manifest: Manifest, trees: ComponentTrees)] = [:]

  /// - Parameter manifest: Its path.
  package init(manifest: TreePath) {
    manifestPath = manifest
  }

  /// Whether a tree is anywhere in a commit.
  package static func contains(
    _ tree: ObjectID,
    inCommit commit: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Bool {
    var open = [try repository.commit(commit).tree]
    var seen: Set<ObjectID> = []
    while let next = open.popLast() {
      if next == tree { return true }
      for entry in try repository.entries(of: next)
      where entry.mode == .tree && seen.insert(entry.id).inserted {
        open.append(entry.id)
      }
    }
    return false
  }

  /// Whether a commit has everything in the folder of a release that its tree is made of.
  package static func containsParts(
    of release: Release,
    inCommit commit: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Bool {
    let root = try repository.commit(commit).tree
    let folder = release.folder ?? .root
    return try release.parts.allSatisfy { path, part in
      let entry = try repository.entry(at: folder.appending(path), in: root)
      return entry?.id == part.object && entry?.mode == part.mode
    }
  }

  /// The tree of a component in a commit: at today's path if that is the one that is expected, else
  /// where the commit's own manifest has the component.
  ///
  /// - Parameter path: Today's; `nil` if the manifest lists the component no more.
  package func tree(
    of component: ComponentName,
    expecting expected: ObjectID,
    inCommit commit: ObjectID,
    now path: TreePath?,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    let root = try repository.commit(commit).tree
    let found = try path.flatMap { try repository.tree(at: $0, in: root) }
    if found == expected { return found }
    // Which of its files belong to other components is said by the commit's own manifest.
    guard let (manifest, trees) = try layout(in: root, repository),
      let then = manifest.components[component]?.path
    else { return found }
    return try trees.tree(at: then, in: root, of: repository)
  }

  /// The manifest of a commit; `nil` if there is none.
  package func manifest(
    in root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Manifest? {
    try layout(in: root, repository)?.manifest
  }

  /// The manifest of a commit, and which files it gives to the components; `nil` if there is none.
  package func layout(
    in root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> (manifest: Manifest, trees: ComponentTrees)? {
    guard let entry = try repository.entry(at: manifestPath, in: root), entry.mode.isFile else {
      return nil
    }
    if let known = manifests[entry.id] { return known }
    let bytes = try repository.blob(entry.id)
    let manifest = try ManifestDocument(reading: bytes, file: manifestPath.string).manifest
    let layout = (manifest, ComponentTrees(manifest, at: manifestPath))
    manifests[entry.id] = layout
    return layout
  }

  /// Asks for the commits of a component, wherever its folder was.
  ///
  /// - Parameter others: Paths in the folder that are not of the component.
  package func query(
    _ component: ComponentName,
    at folder: TreePath,
    without others: [TreePath] = [],
    since: ObjectID? = nil
  ) -> PathQuery {
    let record = FolderRecord(in: manifestPath, of: .packageManifest) { [self] root, repository in
      // A manifest that this version does not read records nothing.
      try? manifest(in: root, repository)?.components[component]?.path
    }
    return PathQuery(following: folder, without: others, since: since, record: record)
  }
}

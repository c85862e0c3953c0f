package import Git
package import Model
package import Versions

/// Where commits have components, by the manifest of each, which is read once.
package final class CommitTrees {
  package let manifestPath: TreePath
  private var manifests: [ObjectID: Manifest] = [:]

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

  /// Whether a commit has everything at its root that a release of the root is made of.
  package static func contains(
    _ parts: [TreePath: TreePart],
    inCommit commit: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Bool {
    let root = try repository.commit(commit).tree
    return try parts.allSatisfy { path, part in
      let entry = try repository.entry(at: path, in: root)
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
    var found: ObjectID?
    // What of the root belongs to a component is said by the commit's own manifest.
    if let path, !path.isRoot { found = try repository.tree(at: path, in: root) }
    if found != nil, found == expected { return found }
    guard let manifest = try manifest(in: root, repository),
      let then = manifest.components[component]?.path, then.isRoot || then != path
    else { return found }
    return try ComponentTrees(manifest, at: manifestPath).tree(at: then, in: root, of: repository)
  }

  /// The files and folders that the component at the root has or had there, as far as none of them
  /// contains anything else.
  ///
  /// - Parameter parts: Those that it had.
  package func parts(
    ofRootIn commit: ObjectID,
    and parts: [TreePath],
    in repository: borrowing Repository
  ) throws -> [TreePath] {
    let root = try repository.commit(commit).tree
    guard let manifest = try manifest(in: root, repository) else { return [.root] }
    let files = ComponentTrees(manifest, at: manifestPath)
    guard let tree = try files.tree(at: .root, in: root, of: repository) else { return [] }
    let now = try repository.parts(of: tree, in: root).keys
    return Set(now).union(parts.filter(files.isWhole)).sorted()
  }

  /// The manifest of a commit; `nil` if there is none.
  package func manifest(
    in root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Manifest? {
    guard let entry = try repository.entry(at: manifestPath, in: root), entry.mode.isFile else {
      return nil
    }
    if let manifest = manifests[entry.id] { return manifest }
    let bytes = try repository.blob(entry.id)
    let manifest = try ManifestDocument(reading: bytes, file: manifestPath.string).manifest
    manifests[entry.id] = manifest
    return manifest
  }

  /// Asks for the commits of a component, wherever its folder was.
  package func query(
    _ component: ComponentName,
    at folder: TreePath,
    since: ObjectID? = nil
  ) -> PathQuery {
    let record = FolderRecord(in: manifestPath, of: .packageManifest) { [self] root, repository in
      // A manifest that this version does not read records nothing.
      try? manifest(in: root, repository)?.components[component]?.path
    }
    return PathQuery(following: folder, since: since, record: record)
  }
}

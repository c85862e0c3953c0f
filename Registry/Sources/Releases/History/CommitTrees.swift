package import Git
package import GitValues
package import RegistryModel
package import Versioning
import Workspace

/// Paths in many trees that have most of their subtrees in common, each step looked up once.
package struct CommitTrees {

  package init() {}

  private struct Step: Hashable {
    let tree: ObjectID
    let name: String
  }

  private var known: [Step: ObjectID?] = [:]
  private var manifests: [ObjectID: Manifest] = [:]

  /// The tree at `path`; `nil` if there is none, or another thing than a tree.
  package mutating func tree(
    at path: TreePath,
    in root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> ObjectID? {
    var tree = root
    for name in path.names {
      let step = Step(tree: tree, name: String(name))
      let next: ObjectID?
      if let found = known[step] {
        next = found
      } else {
        let entry = try repository.entry(at: TreePath(String(name)), in: tree)
        next = entry?.mode == .tree ? entry?.id : nil
        known[step] = .some(next)
      }
      guard let next else { return nil }
      tree = next
    }
    return tree
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

  /// The tree of a component in a commit: at today's path if that is the one that is expected, else
  /// where the commit's own manifest has the component.
  ///
  /// - Parameter path: Today's; `nil` if the manifest lists the component no more.
  package mutating func tree(
    of component: ComponentName,
    expecting expected: ObjectID,
    inCommit commit: ObjectID,
    path: TreePath?,
    _ manifestPath: TreePath,
    _ repository: borrowing Repository
  ) throws -> ObjectID? {
    let root = try repository.commit(commit).tree
    var found: ObjectID?
    if let path { found = try tree(at: path, in: root, repository) }
    if found?.hex == expected.description { return found }
    let manifest = try manifest(in: root, at: manifestPath, repository)
    guard let then = manifest?.components[component]?.path, then != path else { return found }
    return try tree(at: then, in: root, repository)
  }

  /// The manifest of a commit; `nil` if there is none.
  package mutating func manifest(
    in root: ObjectID,
    at path: TreePath,
    _ repository: borrowing Repository
  ) throws -> Manifest? {
    guard let entry = try repository.entry(at: path, in: root), entry.mode.isFile else {
      return nil
    }
    if let manifest = manifests[entry.id] { return manifest }
    let bytes = try repository.blob(entry.id)
    let manifest = try ManifestDocument(reading: bytes, file: path.string).manifest
    manifests[entry.id] = manifest
    return manifest
  }
}

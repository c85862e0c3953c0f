package import Base
package import Git
package import Versions

/// Which files of a repository belong to its components.
///
/// A component has the whole of its folder. A component at the root has what is left of it without the
/// folders of all other components, and without the files that the registry itself writes, which
/// change with every release of any component.
package struct ComponentTrees: Hashable, Sendable {
  /// What of the root is not of the component there, none below another; `nil` if there is none.
  private let others: [TreePath]?

  /// - Parameter manifestPath: The manifest's own place.
  package init(_ manifest: Manifest, at manifestPath: TreePath) {
    guard manifest.rootComponent != nil else {
      others = nil
      return
    }
    var paths = manifest.components.values.map(\.path).filter { !$0.isRoot }
    let folder = manifestPath.parent
    paths +=
      folder.isRoot
      ? [manifestPath] + Self.ownNames.map { folder.appending(TreePath(known: $0)) } : [folder]
    paths.append(TreePath(known: ".gitattributes"))
    if manifest.changelogs == .repository { paths.append(Workspace.changelogPath) }
    let all = Set(paths)
    others = all.filter { !$0.ancestors.contains(where: all.contains) }.sorted()
  }

  /// What the registry writes beside its manifest.
  private static let ownNames = [
    "changes", "metadata", "mirrors", "releases", "resolved.json", "signatures", "templates",
  ]

  /// The tree of the component at a path in a commit; `nil` if there is no folder.
  ///
  /// That of a component at the root is stored, since no commit has it.
  ///
  /// - Parameter root: The tree of the commit.
  package func tree(
    at path: TreePath,
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> ObjectID? {
    guard path.isRoot, others != nil else { return try repository.tree(at: path, in: root) }
    return try repository.edit(root, others(in: root, of: repository).map { ($0.path, .remove) })
  }

  /// What a commit has that is not of the component at the root.
  ///
  /// - Parameter more: Paths that count as such, too.
  package func others(
    in root: ObjectID,
    beside more: [TreePath] = [],
    of repository: borrowing Repository
  ) throws(OperationError) -> [(path: TreePath, entry: TreeEntry)] {
    let all = Set(others ?? []).union(more)
    var found: [(path: TreePath, entry: TreeEntry)] = []
    for path in all.sorted() where !path.ancestors.contains(where: all.contains) {
      if let entry = try repository.entry(at: path, in: root) { found.append((path, entry)) }
    }
    return found
  }

  /// The paths of what of the root is not of the component there.
  package var otherPaths: [TreePath] { others ?? [] }

  /// Whether a file is one of the component at a path.
  package func isFile(_ file: TreePath, ofComponentAt path: TreePath) -> Bool {
    guard file.isInside(path) else { return false }
    return !path.isRoot || others?.contains { file.isInside($0) } != true
  }

  /// Whether a file or folder belongs to the component at the root with all that is in it.
  package func isWhole(_ path: TreePath) -> Bool {
    others?.contains { $0.isInside(path) || path.isInside($0) } != true
  }
}

extension Manifest {
  /// The component whose package is at the root of the repository; `nil` if there is none.
  package var rootComponent: ComponentName? {
    components.first { $0.value.path.isRoot }?.key
  }
}

extension RegistryState {
  /// The files of the components, as its manifest has them.
  package var trees: ComponentTrees {
    ComponentTrees(manifest, at: TreePath(unchecked: document.file))
  }
}

/// An entry of a tree, by its path in that tree.
package struct TreePart: Hashable, Sendable {
  package let mode: FileMode
  package let object: ObjectID

  package init(_ mode: FileMode, _ object: ObjectID) {
    (self.mode, self.object) = (mode, object)
  }
}

extension Repository {
  /// The largest parts of a tree that a commit has at the same paths.
  package func parts(
    of tree: ObjectID,
    in root: ObjectID
  ) throws(OperationError) -> [TreePath: TreePart] {
    var parts: [TreePath: TreePart] = [:]
    var open: [(path: TreePath, tree: ObjectID, other: ObjectID)] = [(.root, tree, root)]
    while let (folder, tree, other) = open.popLast() {
      var known: [String: TreeEntry] = [:]
      for entry in try entries(of: other) { known[entry.name] = entry }
      for entry in try entries(of: tree) {
        let path = folder.appending(TreePath(unchecked: entry.name))
        if entry.mode == .tree, let same = known[entry.name], same.mode == .tree,
          same.id != entry.id
        {
          open.append((path, entry.id, same.id))
        } else {
          parts[path] = TreePart(entry.mode, entry.id)
        }
      }
    }
    return parts
  }

  /// Stores the tree of a release that no commit has, from the parts that its record names.
  ///
  /// A clone gets the parts with its commits, and not the tree, which nothing refers to.
  ///
  /// - Throws: If a part is not in this clone, or the parts make another tree.
  package func restoreTree(
    _ tree: ObjectID,
    of parts: [TreePath: TreePart]
  ) throws(OperationError) {
    guard !parts.isEmpty, !contains(tree) else { return }
    let made = try edit(.emptyTree, parts.map { ($0.key, .put($0.value.object, $0.value.mode)) })
    guard made == tree else {
      throw OperationError(
        .invalidRecord,
        "the parts of the record make the tree '\(made)', expected '\(tree)'"
      )
    }
  }
}

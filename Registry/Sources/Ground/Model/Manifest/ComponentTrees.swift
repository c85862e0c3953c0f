package import Base
package import Git
package import Versions

/// Which files of a repository belong to its components.
///
/// A component has what its folder has, without the folders of other components in it, and without the
/// files that the registry itself writes, which change with every release of any component.
package struct ComponentTrees: Hashable, Sendable {
  /// The paths in the folders of components that are not of these, by the folder: none below another,
  /// in order.
  private let others: [TreePath: [TreePath]]

  /// - Parameter manifestPath: The manifest's own place.
  package init(_ manifest: Manifest, at manifestPath: TreePath) {
    let components = Set(manifest.components.values.map(\.path))
    var paths = components
    let folder = manifestPath.parent
    if folder.isRoot || components.contains(folder) {
      paths.formUnion(Self.ownNames.map { folder.appending(TreePath(known: $0)) } + [manifestPath])
    } else {
      paths.insert(folder)
    }
    paths.insert(TreePath(known: ".gitattributes"))
    if manifest.changelogs == .repository { paths.insert(Workspace.changelogPath) }
    var others: [TreePath: [TreePath]] = [:]
    for path in paths where !path.isRoot {
      // What is in the folder of another component is left out with that.
      let around = path.andAncestors.dropFirst()
      guard let outer = around.first(where: components.contains) else { continue }
      let isWithin = around.prefix { $0 != outer }.contains(where: paths.contains)
      if !isWithin { others[outer, default: []].append(path) }
    }
    self.others = others.mapValues { $0.sorted() }
  }

  /// The files that the registry writes beside its manifest.
  private static let ownNames = [
    "changes", "metadata", "mirrors", "releases", "resolved.json", "signatures", "templates",
  ]

  /// The tree of the component at a path in a commit; `nil` if there is no folder.
  ///
  /// One without some of the folder is stored, since no commit has it.
  ///
  /// - Parameter root: The tree of the commit.
  package func tree(
    at path: TreePath,
    in root: ObjectID,
    of repository: borrowing Repository
  ) throws(OperationError) -> ObjectID? {
    guard let tree = try repository.tree(at: path, in: root) else { return nil }
    let others = try others(at: path, in: root, of: repository)
    return try repository.edit(tree, others.map { ($0.path, .remove) })
  }

  /// The entries in the folder of a component that are not part of it, by paths in the folder.
  ///
  /// - Parameters:
  ///   - root: The tree of the commit.
  ///   - more: Paths from the root that count as such, too.
  package func others(
    at path: TreePath,
    in root: ObjectID,
    beside more: [TreePath] = [],
    of repository: borrowing Repository
  ) throws(OperationError) -> [(path: TreePath, entry: TreeEntry)] {
    let all = Set(otherPaths(at: path) + more)
    var found: [(path: TreePath, entry: TreeEntry)] = []
    for other in all.sorted() where !other.ancestors.contains(where: all.contains) {
      guard let entry = try repository.entry(at: other, in: root) else { continue }
      found.append((other.below(path), entry))
    }
    return found
  }

  /// The paths of what may be in the folder of a component and is not of it.
  package func otherPaths(at path: TreePath) -> [TreePath] { others[path] ?? [] }

  /// Whether a component has all that may be in its folder.
  package func isWhole(_ path: TreePath) -> Bool { others[path] == nil }

  /// Whether a file is one of the component at a path.
  package func isFile(_ file: TreePath, ofComponentAt path: TreePath) -> Bool {
    file.isInside(path) && !otherPaths(at: path).contains { file.isInside($0) }
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

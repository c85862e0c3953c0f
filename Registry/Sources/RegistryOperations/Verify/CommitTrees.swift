import Git
import RegistryModel

/// Paths in many trees that have most of their subtrees in common, each step looked up once.
struct CommitTrees {
  private struct Step: Hashable {
    let tree: ObjectID
    let name: String
  }

  private var known: [Step: ObjectID?] = [:]

  /// The tree at `path`; nothing if there is none, or another thing than a tree.
  mutating func tree(
    at path: RelativePath,
    in root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> ObjectID? {
    var tree = root
    for name in path.parts {
      let step = Step(tree: tree, name: name)
      let next: ObjectID?
      if let found = known[step] {
        next = found
      } else {
        let entry = try repository.entry(at: TreePath(name), in: tree)
        next = entry?.mode == .tree ? entry?.id : nil
        known[step] = .some(next)
      }
      guard let next else { return nil }
      tree = next
    }
    return tree
  }
}

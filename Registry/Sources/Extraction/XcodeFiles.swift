import Git
import GitValues
import Workspace

/// Files of Xcode's that name targets and products, which it knows how to change: schemes, test plans
/// and projects.
struct XcodeFiles {
  /// Of the whole commit.
  let root: ObjectID

  private static let kinds = [".pbxproj", ".xcscheme", ".xctestplan"]
  private static let mostNames = 5

  /// A note for those that name what a new package has.
  func notes(
    on unit: Extraction.Unit,
    in workspace: borrowing Workspace
  ) throws -> [String] {
    let names = unit.all.flatMap { ["\"\($0)\"", "= \($0);"] }.map { Array($0.utf8) }
    var found: [TreePath] = []
    for file in try files(in: workspace.repository) {
      let bytes = try workspace.repository.unverifiedBlob(file.id)
      if names.contains(where: { bytes.firstRange(of: $0) != nil }) { found.append(file.path) }
    }
    if found.isEmpty { return [] }
    let list = found.prefix(Self.mostNames).map { "'\($0)'" }.joined(separator: ", ")
    let more = found.count > Self.mostNames ? " and \(found.count - Self.mostNames) more" : ""
    return [
      "Xcode's files name what is now in '\(unit.folder)': add that package to the project or"
        + " workspace, and check \(list)\(more)"
    ]
  }

  private func files(in repository: borrowing Repository) throws -> [(path: TreePath, id: ObjectID)]
  {
    var open: [(path: TreePath, tree: ObjectID)] = [(.root, root)]
    var found: [(path: TreePath, id: ObjectID)] = []
    while let folder = open.popLast() {
      for entry in try repository.entries(of: folder.tree) {
        let path = folder.path.appending(TreePath(unchecked: entry.name))
        if entry.mode == .tree {
          if !entry.name.hasSuffix(".xcassets") { open.append((path, entry.id)) }
        } else if entry.mode.isFile, Self.kinds.contains(where: { entry.name.hasSuffix($0) }) {
          found.append((path, entry.id))
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }
}

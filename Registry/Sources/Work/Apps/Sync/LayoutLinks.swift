import Base
import Git
import Model
import Versions

/// Links in a checked-out tree to files of the working tree that git ignores and the app needs,
/// such as settings and keys.
///
/// They are not part of the tree, of its hash or of its snapshots.
struct LayoutLinks {
  let paths: [TreePath]
  let app: AppName
  let layout: AppLayout
  /// The root of the working tree.
  let directory: String

  /// Removes links that are no longer requested, or whose place in the tree now has a file.
  func removeOutdated(from tree: ObjectID, in repository: borrowing Repository) throws {
    for path in try recorded() where try isLink(at: path) {
      let isOutdated = try !paths.contains(path) || repository.entry(at: path, in: tree) != nil
      guard isOutdated else { continue }
      let place = "\(layout.tree)/\(path)"
      try LocalFile.remove(place)
      LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: place), below: layout.tree)
    }
  }

  /// Creates the missing links, and lists them.
  ///
  /// - Returns: Notes about links that cannot be created.
  func make() throws -> [String] {
    guard try !paths.isEmpty || !recorded().isEmpty else { return [] }
    // The list is written first, so that an interrupted run leaves no link that is not listed.
    let list = Array(paths.map { "\($0)\n" }.joined().utf8)
    try StagedReplacement(path: layout.links, staging: "\(layout.links).new").replace(with: list)
    var notes: [String] = []
    for path in paths where try !isLink(at: path) {
      let place = "\(layout.tree)/\(path)"
      guard LocalFile.kind(at: place) == nil else {
        notes.append("'\(path)' is in the pinned tree, so that \"localFiles\" need not list it")
        continue
      }
      try makeFolders(above: path)
      let link = StagedReplacement(path: place, staging: "\(layout.links).link")
      try link.stageLink(to: Array(target(of: path).utf8))
      try link.moveIntoPlace()
    }
    notes += paths.filter { !LocalFile.exists("\(directory)/\($0)") }.map { path in
      "'\(path)', which '\(app)' lists in \"localFiles\", is not in the working tree"
    }
    return notes
  }

  /// - Throws: If something else is in the place of a folder, even a link to one.
  private func makeFolders(above path: TreePath) throws {
    for folder in path.ancestors.reversed() {
      let place = "\(layout.tree)/\(folder)"
      if let kind = LocalFile.kind(at: place), kind != .directory {
        throw OperationError(
          .editedTree,
          "'\(place)' is in the way of a folder of the same name",
          help: "'registry' did not create it: move it away"
        )
      }
      try LocalFile.makeDirectory(place)
    }
  }

  private func recorded() throws -> [TreePath] {
    guard let content = try LocalFile.read(layout.links) else { return [] }
    return content.split(separator: UInt8(ascii: "\n")).compactMap { line in
      try? TreePath(String(decoding: line, as: UTF8.self))
    }
  }

  private func isLink(at path: TreePath) throws -> Bool {
    let place = "\(layout.tree)/\(path)"
    guard LocalFile.kind(at: place) == .link else { return false }
    return try LocalFile.linkTarget(place) == Array(target(of: path).utf8)
  }

  /// Relative to the link's folder, so that the repository may be moved.
  private func target(of path: TreePath) -> String {
    let depth = layout.depth + path.names.count - 1
    return String(repeating: "../", count: depth) + path.string
  }
}

import Git

/// What stands in a laid-out tree and was never laid out there: the build takes it in, and the name
/// of the tree says nothing of it.
struct LayoutStrays {
  /// The folder of the tree.
  let root: String
  private let files: Set<TreePath>

  /// - Parameter files: All that was laid out, and its folders with it.
  init(in root: String, beside files: some Sequence<TreePath>) {
    self.root = root
    self.files = Set(files)
  }

  /// Their paths, in order.
  func paths() throws -> [TreePath] {
    var strays: [TreePath] = []
    try look(into: .root, &strays)
    return strays.sorted()
  }

  private func look(into folder: TreePath, _ strays: inout [TreePath]) throws {
    let place = folder.isRoot ? root : "\(root)/\(folder)"
    for name in try LocalFile.names(in: place) where !Self.isBuiltByNobody(name) {
      // What git could not have stored was not laid out, and cannot be named like what was.
      guard let path = try? folder.appending(TreePath(name)), !files.contains(path) else {
        continue
      }
      if LocalFile.kind(at: "\(place)/\(name)") == .directory {
        try look(into: path, &strays)
      } else {
        strays.append(path)
      }
    }
  }

  /// Hidden files are no sources, and the package manager keeps its own notes beside the manifest.
  private static func isBuiltByNobody(_ name: String) -> Bool {
    name.hasPrefix(".") || name == "Package.resolved"
  }
}

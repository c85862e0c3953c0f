import Files
import Git
import GitValues

/// Finds files in a checked-out tree that are not part of it: the build includes them, although the
/// tree's hash does not.
struct LayoutStrays {
  /// The folder of the tree.
  let root: String
  /// What was laid out, in the folders that are looked at.
  let known: Set<TreePath>

  private(set) var paths: [TreePath] = []

  init(in root: String, beside known: Set<TreePath>) {
    (self.root, self.known) = (root, known)
  }

  /// Adds what a folder has, and all folders in it that were not laid out; says whether there is
  /// neither, so that the folder's stamp tells of anything that comes.
  mutating func look(in folder: TreePath) throws -> Bool {
    let place = folder.isRoot ? root : "\(root)/\(folder)"
    guard LocalFile.kind(at: place) == .directory else { return true }
    var isAlone = true
    for name in try LocalFile.names(in: place) where !Self.isBuiltByNobody(name) {
      // What git could not have stored was not laid out, and cannot be named like what was.
      guard let path = try? folder.appending(TreePath(name)), !known.contains(path) else {
        continue
      }
      isAlone = false
      if LocalFile.kind(at: "\(place)/\(name)") == .directory {
        _ = try look(in: path)
      } else {
        paths.append(path)
      }
    }
    return isAlone
  }

  /// Hidden files are no sources, and the package manager keeps its own notes beside the manifest.
  private static func isBuiltByNobody(_ name: String) -> Bool {
    name.hasPrefix(".") || name == "Package.resolved"
  }
}

import Files
import Git
import GitValues
import Workspace

/// Finds files in a checked-out tree that are not part of it: the build includes them, although the
/// tree's hash does not.
struct LayoutStrays {
  /// The folder of the tree.
  let root: String
  /// The checked-out files in the examined folders.
  let known: Set<TreePath>

  private(set) var paths: [TreePath] = []

  init(in root: String, beside known: Set<TreePath>) {
    (self.root, self.known) = (root, known)
  }

  /// Adds the unknown files of a folder, with all folders in it that were not checked out; returns
  /// whether there are none, in which case the folder's stamp detects additions.
  mutating func look(in folder: TreePath) throws -> Bool {
    let place = folder.isRoot ? root : "\(root)/\(folder)"
    guard LocalFile.kind(at: place) == .directory else { return true }
    var isAlone = true
    for name in try LocalFile.names(in: place) where !Self.isIgnoredByBuild(name) {
      // A name that git cannot store was not checked out.
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

  /// Hidden files are not sources, and SwiftPM keeps files of its own beside the manifest.
  private static func isIgnoredByBuild(_ name: String) -> Bool {
    name.hasPrefix(".") || name == TreePath.packageResolution.string
  }
}

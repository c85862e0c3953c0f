import Files
import GitValues
import Layout

/// A folder of the cache in which an app may be built: one of a few numbered folders for all builds
/// with the same toolchain on the same system.
struct BuildAddress: Sendable {
  let folder: String
  let listings: String
  /// The clone that last built here.
  var user: String { "\(folder)/user" }

  /// The suitability for a tree and a clone; the lowest is the best.
  func rank(for tree: ObjectID, _ clone: String) throws -> Int {
    guard LocalFile.kind(at: folder) == .directory else { return 4 }
    if try ScaffoldLayout(inFolder: folder).recordedTree() == tree { return 0 }
    if LocalFile.exists("\(listings)/\(tree.hex)") { return 1 }
    return try LocalFile.read(user) == Array(clone.utf8) ? 2 : 3
  }
}

import Base
import Git

/// A folder of the cache in which an app may be built: one of a few numbered folders for all builds
/// with the same toolchain on the same system.
struct BuildAddress: Sendable {
  let folder: String
  let listings: String
  /// The clone that last built here.
  var user: String { "\(folder)/user" }
  /// The tree that was built there, or whose build was restored.
  var built: String { "\(folder)/built" }

  /// The suitability for a tree and a clone; the lowest is the best.
  ///
  /// Another process may have the place: git, which locks an index to read a tree from it, is not asked.
  func rank(for tree: ObjectID, _ clone: String) throws -> Int {
    guard LocalFile.kind(at: folder) == .directory else { return 4 }
    if try LocalFile.read(built) == Array(tree.hex.utf8) { return 0 }
    if LocalFile.exists("\(listings)/\(tree.hex)") { return 1 }
    return try LocalFile.read(user) == Array(clone.utf8) ? 2 : 3
  }
}

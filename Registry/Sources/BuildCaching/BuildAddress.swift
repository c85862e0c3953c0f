import Files
import GitValues
import Layout

/// Where in the cache an app may be built: one of a few numbered folders for everything that is built
/// with the same toolchain on the same system.
struct BuildAddress: Sendable {
  let folder: String
  let listings: String
  /// The clone that built here last.
  var user: String { "\(folder)/user" }

  /// How well it suits; the least is the best.
  func rank(for tree: ObjectID, _ clone: String) throws -> Int {
    guard LocalFile.kind(at: folder) == .directory else { return 4 }
    if try ScaffoldLayout(inFolder: folder).recordedTree() == tree { return 0 }
    if LocalFile.exists("\(listings)/\(tree.hex)") { return 1 }
    return try LocalFile.read(user) == Array(clone.utf8) ? 2 : 3
  }
}

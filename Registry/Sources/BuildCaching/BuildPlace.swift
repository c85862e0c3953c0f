import Files
import GitValues
package import Layout
import Workspace

/// A folder of the cache in which an app is laid out and built, at a path that is the same for all
/// clones of a machine: the compiler's output has paths in it, and is of use at these alone.
///
/// One process has it at a time, and whatever that process starts or turns into.
package final class BuildPlace: Sendable {
  package let layout: ScaffoldLayout
  let folder: String
  /// Where the listings of its builds are kept.
  let listings: String
  let store: ContentStore
  private let lock: FileLock

  /// Takes the place; `nil` if another process has it.
  init?(_ address: BuildAddress, in cache: BuildCache) throws {
    folder = address.folder
    listings = address.listings
    store = cache.store
    layout = ScaffoldLayout(inFolder: folder)
    try LocalFile.makeDirectories(folder)
    guard let lock = try FileLock.takeIfFree(at: "\(folder)/taken", for: "a build") else {
      return nil
    }
    self.lock = lock
  }

  /// Is there while files are brought back, and afterwards if that was interrupted.
  var unfinished: String { "\(folder)/unfinished" }

  /// The contents of the build's files.
  var index: String { "\(folder)/index" }

  /// Files that are about to be brought back.
  var staging: String { "\(folder)/restored" }

  /// The tree that is laid out in passing, with files that are not committed.
  var passing: String { "\(folder)/passing" }

  /// The tree that the build is of, or that it was brought back for.
  var built: String { "\(folder)/built" }

  /// The folder of the package that is built.
  var package: String { "\(folder)/package" }

  func listing(of tree: ObjectID) -> String { "\(listings)/\(tree.hex)" }

  /// The files and folders below `part`, each folder before what is in it, but for what belongs to no
  /// build.
  func walk(_ part: String, _ body: (_ path: String, FileFacts) throws -> Void) throws {
    guard let facts = FileFacts.of("\(folder)/\(part)") else { return }
    try body(part, facts)
    guard facts.kind == .directory else { return }
    for name in try LocalFile.names(in: "\(folder)/\(part)").sorted() {
      let path = "\(part)/\(name)"
      // The package manager's own lock.
      if path != "build/.lock" { try walk(path, body) }
    }
  }
}

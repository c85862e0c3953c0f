import Base
import Git
import Model

/// A folder of the cache in which an app is checked out and built, at a path that is the same for
/// all clones of a machine: the compiler's output contains paths, and is only valid at these.
///
/// One process has it at a time, with all programs that it starts or is replaced by.
package final class BuildPlace: Sendable {
  package let layout: AppLayout
  let folder: String
  /// The file with the tree that was built, or whose build was restored.
  let built: String
  /// The folder of its stored builds.
  let listings: String
  let store: ContentStore
  private let lock: FileLock

  /// Takes the place; `nil` if another process has it.
  init?(_ address: BuildAddress, in cache: BuildCache) throws {
    (folder, built) = (address.folder, address.built)
    listings = address.listings
    store = cache.store
    layout = AppLayout(inFolder: folder)
    try LocalFile.makeDirectories(folder)
    guard let lock = try FileLock.takeIfFree(at: "\(folder)/taken", for: "a build") else {
      return nil
    }
    self.lock = lock
  }

  /// Exists while files are restored, and afterwards if that was interrupted.
  var unfinished: String { "\(folder)/unfinished" }

  /// The id of the tree whose listing says what files contain, as far as they have not changed since.
  var known: String { "\(folder)/known" }

  /// The id of a checked-out tree with uncommitted files.
  var passing: String { "\(folder)/passing" }

  /// The folder of the package that is built.
  var package: String { "\(folder)/package" }

  func listing(of tree: ObjectID) -> String { "\(listings)/\(tree.hex)" }

  /// What a build had when one was last stored or restored here.
  func knownEntries() throws -> [TreePath: BuildListing.Entry] {
    guard let name = try LocalFile.read(known),
      let tree = try? ObjectID(hex: String(decoding: name, as: UTF8.self)),
      let listing = try LocalFile.read(listing(of: tree)).flatMap(BuildListing.init(reading:))
    else { return [:] }
    return Dictionary(listing.entries.map { ($0.path, $0) }) { first, _ in first }
  }

  /// The files and folders below `part`, each folder before its content, without those that belong
  /// to no build.
  func walk(_ part: TreePath, _ body: (_ path: TreePath, FileFacts) throws -> Void) throws {
    guard let facts = FileFacts.of("\(folder)/\(part)") else { return }
    try body(part, facts)
    guard facts.kind == .directory else { return }
    for name in try LocalFile.names(in: "\(folder)/\(part)").sorted() {
      let path = part.appending(TreePath(unchecked: name))
      // SwiftPM's own lock.
      if path.string != "build/.lock" { try walk(path, body) }
    }
  }
}

import Errors
import Files
import GitValues
import Layout
import Workspace

extension BuildPlace {
  /// Stores the build of the checked-out tree, unless the checkout is not exactly that tree, or the
  /// build is not worth storing.
  ///
  /// A failed or killed build is stored as well: SwiftPM continues it, as in any folder.
  func save(progress: (String) -> Void) throws {
    // Builds of components are continued and never restored.
    guard LocalFile.exists(built), !LocalFile.exists(unfinished), let tree = try layout.exactTree(),
      try LocalFile.read(passing) != Array(tree.hex.utf8),
      LocalFile.kind(at: layout.build) == .directory
    else { return }
    progress("storing the previous build")
    let (store, folder) = (store, folder)
    let contents = try knownContents()
    var entries: [BuildListing.Entry] = []
    var files: [Found] = []
    var isOdd = false
    func add(_ path: TreePath, _ facts: FileFacts, _ kind: BuildListing.Kind) {
      isOdd = isOdd || path.string.utf8.contains(UInt8(ascii: "\n"))
      entries.append(
        BuildListing.Entry(
          path: path,
          kind: kind,
          permissions: facts.permissions,
          modified: facts.stamp.modified
        )
      )
    }
    try walk(TreePath(known: "build")) { path, facts in
      switch facts.kind {
      case .directory: add(path, facts, .folder)
      case .link: add(path, facts, .link(try LocalFile.linkTarget("\(folder)/\(path)")))
      case .file:
        files.append(Found(path: path, facts: facts, id: contents.content(of: path, facts)))
      case .other: break
      }
    }
    try walk(TreePath(known: "tree")) { path, facts in
      guard facts.kind == .file else { return }
      if BuildListing.isResolution(path) {
        files.append(Found(path: path, facts: facts, id: contents.content(of: path, facts)))
      } else {
        add(path, facts, .source(size: facts.size))
      }
    }
    guard !isOdd else { return }
    for (file, result) in zip(
      files,
      files.concurrentMap { file in
        Result { try file.kept(in: store, folder) }
      }
    ) {
      add(file.path, file.facts, .file(try result.get(), size: file.facts.size))
    }
    let listing = BuildListing(tree: tree, entries: entries)
    try LocalFile.makeDirectories(listings)
    try LocalFile.update(self.listing(of: tree), to: listing.bytes)
    LocalFile.touch(self.listing(of: tree))
    try LocalFile.update(known, to: Array(tree.hex.utf8))
  }

  private struct Found: Sendable {
    let path: TreePath
    let facts: FileFacts
    let id: ContentID?

    /// The content of the file, which is stored.
    func kept(in store: ContentStore, _ folder: String) throws -> ContentID {
      if let id, store.has(id) { return id }
      guard let content = try LocalFile.read("\(folder)/\(path)"), content.count == facts.size
      else {
        throw OperationError(
          .inputOutput,
          "'\(folder)/\(path)' changed while it was read",
          help: "is another program building there? try again when it has finished"
        )
      }
      let id = ContentID(of: content)
      try store.add(content, named: id)
      return id
    }
  }
}

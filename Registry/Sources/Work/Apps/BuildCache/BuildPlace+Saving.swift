import Base
import Git
import Model

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
    var found: [(path: TreePath, facts: FileFacts)] = []
    try walk(TreePath(known: "build")) { found.append(($0, $1)) }
    try walk(TreePath(known: "tree")) { path, facts in
      if facts.kind == .file { found.append((path, facts)) }
    }
    // A listing has a line for each.
    guard !found.contains(where: { $0.path.string.utf8.contains(UInt8(ascii: "\n")) }) else {
      return
    }
    let earlier = try knownEntries()
    let entries = found.concurrentMap { file in
      Result { try entry(of: file.path, file.facts, after: earlier[file.path]) }
    }
    let listing = BuildListing(tree: tree, entries: try entries.compactMap { try $0.get() })
    try LocalFile.makeDirectories(listings)
    try LocalFile.update(self.listing(of: tree), to: listing.bytes)
    LocalFile.touch(self.listing(of: tree))
    try LocalFile.update(known, to: Array(tree.hex.utf8))
  }

  /// What a listing says of a file, whose content is stored; `nil` for devices and pipes.
  private func entry(
    of path: TreePath,
    _ facts: FileFacts,
    after earlier: BuildListing.Entry?
  ) throws -> BuildListing.Entry? {
    let kind: BuildListing.Kind
    switch facts.kind {
    case .directory: kind = .folder
    case .link: kind = .link(try LocalFile.linkTarget("\(folder)/\(path)"))
    case .file where path.names.first == "tree" && !BuildListing.isResolution(path):
      kind = .source(size: facts.size)
    case .file:
      kind = .file(try storedContent(of: path, facts, after: earlier), size: facts.size)
    case .other: return nil
    }
    return BuildListing.Entry(
      path: path,
      kind: kind,
      permissions: facts.permissions,
      modified: facts.stamp.modified
    )
  }

  private func storedContent(
    of path: TreePath,
    _ facts: FileFacts,
    after earlier: BuildListing.Entry?
  ) throws -> ContentID {
    if let id = earlier?.content(of: facts), store.has(id) { return id }
    guard let content = try LocalFile.read("\(folder)/\(path)"), content.count == facts.size else {
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

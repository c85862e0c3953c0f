import Base
import Git
import Model

extension BuildPlace {
  /// Restores the build of the checked-out tree; `false` if none is stored, or it is damaged, in
  /// which case it is dropped.
  func restore(_ tree: ObjectID, progress: (String) -> Void) throws -> Bool {
    guard let bytes = try LocalFile.read(listing(of: tree)) else { return false }
    guard let listing = BuildListing(reading: bytes), listing.tree == tree,
      listing.contents.allSatisfy({ store.has($0.id) })
    else {
      try LocalFile.remove(self.listing(of: tree))
      return false
    }
    progress("restoring the last build of this tree")
    LocalFile.touch(self.listing(of: tree))
    let earlier = try knownEntries()
    try StagedReplacement(path: unfinished, staging: "\(unfinished).new")
      .replace(with: Array(tree.hex.utf8))
    try removeOthers(than: listing)
    let folders = listing.entries.filter { $0.kind == .folder }
    for entry in folders { try LocalFile.makeDirectory("\(folder)/\(entry.path)") }
    let results = listing.entries.concurrentMap { entry in
      Result { try restore(entry, over: earlier[entry.path]) }
    }
    guard try results.allSatisfy({ try $0.get() }) else {
      try LocalFile.remove(self.listing(of: tree))
      try removeUnfinished()
      return false
    }
    for entry in folders.reversed() {
      try LocalFile.setModified("\(folder)/\(entry.path)", to: entry.modified)
    }
    try LocalFile.update(known, to: Array(tree.hex.utf8))
    try LocalFile.remove(unfinished)
    return true
  }

  /// Removes a build in which an interrupted run mixed the files of two trees.
  func removeUnfinished() throws {
    guard LocalFile.exists(unfinished) else { return }
    try LocalFile.removeAll(layout.build)
    try LocalFile.remove(known)
    try LocalFile.remove(built)
    try LocalFile.remove(unfinished)
  }

  /// Removes what a build does not have, or has as something else.
  private func removeOthers(than listing: BuildListing) throws {
    let kinds = Dictionary(listing.entries.map { ($0.path, $0.fileKind) }) { first, _ in first }
    var others: [TreePath] = []
    try walk(TreePath(known: "build")) { path, facts in
      if kinds[path] != facts.kind { others.append(path) }
    }
    for path in others.reversed() { try LocalFile.removeAll("\(folder)/\(path)") }
  }

  /// Gives a file its content, if it has another one, and its time; `false` if that content is damaged.
  private func restore(
    _ entry: BuildListing.Entry,
    over earlier: BuildListing.Entry?
  ) throws -> Bool {
    let path = "\(folder)/\(entry.path)"
    let new = StagedReplacement(path: path, staging: "\(path).restored")
    let facts = FileFacts.of(path)
    switch entry.kind {
    case .folder: return true
    case .source(let size):
      // Its content is already that of the tree.
      guard let facts, facts.kind == .file, facts.size == size else { return true }
    case .link(let target):
      try new.stageLink(to: target)
      try new.moveIntoPlace()
    case .file(let id, _):
      if facts.flatMap({ earlier?.content(of: $0) }) != id {
        guard let content = try store.content(of: id) else { return false }
        try new.stage(content)
        try new.moveIntoPlace()
      }
      try LocalFile.setPermissions(path, to: entry.permissions)
    }
    try LocalFile.setModified(path, to: entry.modified)
    return true
  }
}

extension BuildListing.Entry {
  fileprivate var fileKind: LocalFile.Kind {
    switch kind {
    case .folder: .directory
    case .link: .link
    case .file, .source: .file
    }
  }
}

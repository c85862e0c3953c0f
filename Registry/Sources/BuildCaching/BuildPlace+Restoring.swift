import Files
import GitValues
import Layout
import Workspace

extension BuildPlace {
  /// Restores the build of the checked-out tree; `false` if none is stored, or it is damaged, in
  /// which case it is dropped and the current build stays.
  func restore(_ tree: ObjectID, progress: (String) -> Void) throws -> Bool {
    guard let bytes = try LocalFile.read(listing(of: tree)) else { return false }
    guard let listing = BuildListing(reading: bytes), listing.tree == tree else {
      try LocalFile.remove(self.listing(of: tree))
      return false
    }
    progress("restoring the last build of this tree")
    LocalFile.touch(self.listing(of: tree))
    let plan = try RestorePlan(listing, in: self)
    try LocalFile.removeAll(staging)
    defer { try? LocalFile.removeAll(staging) }
    guard try stage(plan.staged) else {
      try LocalFile.remove(self.listing(of: tree))
      return false
    }
    try StagedReplacement(path: unfinished, staging: "\(unfinished).new")
      .replace(with: Array(tree.hex.utf8))
    try carryOut(plan, listing)
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

  /// Writes the files beside the build, and checks them; `false` if one is missing or damaged.
  private func stage(_ entries: [BuildListing.Entry]) throws -> Bool {
    try LocalFile.makeDirectories(staging)
    let (store, staging) = (store, staging)
    let results = Array(entries.enumerated()).concurrentMap { number, entry in
      Result { () throws -> Bool in
        guard case .file(let id, _) = entry.kind, let content = try store.content(of: id) else {
          return false
        }
        let path = "\(staging)/\(number)"
        try StagedReplacement(path: path, staging: path).stage(content)
        try LocalFile.setPermissions(path, to: entry.permissions)
        try LocalFile.setModified(path, to: entry.modified)
        return true
      }
    }
    return try results.allSatisfy { try $0.get() }
  }

  private func carryOut(_ plan: RestorePlan, _ listing: BuildListing) throws {
    for path in plan.removed.reversed() { try LocalFile.removeAll("\(folder)/\(path)") }
    for entry in listing.entries where entry.kind == .folder {
      try LocalFile.makeDirectory("\(folder)/\(entry.path)")
    }
    for (number, entry) in plan.staged.enumerated() {
      try LocalFile.move("\(staging)/\(number)", to: "\(folder)/\(entry.path)")
    }
    for entry in plan.links {
      guard case .link(let target) = entry.kind else { continue }
      let path = "\(folder)/\(entry.path)"
      let link = StagedReplacement(path: path, staging: "\(staging)/link")
      try link.stageLink(to: target)
      try link.moveIntoPlace()
      try LocalFile.setModified(path, to: entry.modified)
    }
    for entry in plan.changed {
      try LocalFile.setPermissions("\(folder)/\(entry.path)", to: entry.permissions)
      try LocalFile.setModified("\(folder)/\(entry.path)", to: entry.modified)
    }
    for entry in listing.entries.reversed() {
      switch entry.kind {
      case .folder: try LocalFile.setModified("\(folder)/\(entry.path)", to: entry.modified)
      case .source(let size): try setTime(of: entry, size)
      case .file, .link: break
      }
    }
  }

  /// Sets the time of a source to that of its compilation; its content is already that of the tree.
  private func setTime(of entry: BuildListing.Entry, _ size: Int) throws {
    let path = "\(folder)/\(entry.path)"
    guard let facts = FileFacts.of(path), facts.kind == .file, facts.size == size,
      facts.stamp.modified != entry.modified
    else { return }
    try LocalFile.setModified(path, to: entry.modified)
  }
}

/// The changes that turn the current build into the stored one.
private struct RestorePlan {
  /// The files that differ.
  private(set) var staged: [BuildListing.Entry] = []
  private(set) var links: [BuildListing.Entry] = []
  /// Files with the right content, and other times or permissions.
  private(set) var changed: [BuildListing.Entry] = []
  /// Each folder before its content.
  private(set) var removed: [TreePath] = []

  init(_ listing: BuildListing, in place: BuildPlace) throws {
    let contents = try place.knownContents()
    var current: [TreePath: FileFacts] = [:]
    var paths: [TreePath] = []
    try place.walk(TreePath(known: "build")) { path, facts in
      current[path] = facts
      paths.append(path)
    }
    var wanted: [TreePath: LocalFile.Kind] = [:]
    for entry in listing.entries {
      let facts = current[entry.path]
      switch entry.kind {
      case .folder: wanted[entry.path] = .directory
      case .source: break
      case .link(let target):
        wanted[entry.path] = .link
        let path = "\(place.folder)/\(entry.path)"
        if facts?.kind != .link || facts?.stamp.modified != entry.modified
          || (try? LocalFile.linkTarget(path)) != target
        {
          links.append(entry)
        }
      case .file(let id, let size):
        wanted[entry.path] = .file
        guard let facts, facts.kind == .file, facts.size == size,
          contents.content(of: entry.path, facts) == id
        else {
          staged.append(entry)
          continue
        }
        if facts.stamp.modified != entry.modified || facts.permissions != entry.permissions {
          changed.append(entry)
        }
      }
    }
    removed = paths.filter { wanted[$0] != current[$0]?.kind }
  }
}

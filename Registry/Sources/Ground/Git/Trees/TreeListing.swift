package import Base

/// All files and links of a tree or a part of it, which may be written to a disk.
package struct TreeListing: Hashable, Sendable {
  /// The entries of a directory are adjacent; in git's order, if the whole tree was read.
  package let items: [Item]
  /// The tree itself and each directory in it, where the whole was read.
  package let trees: [ObjectID]
  /// Those that were asked to be passed over.
  package let submodules: [TreePath]
  /// Names that some systems cannot hold or, of several together, cannot tell apart: all of them are
  /// outside of the folders that every system must hold.
  package let doubtful: [[Name]]

  /// A path in a tree with its object.
  package struct Item: Hashable, Sendable {
    package let path: TreePath
    package let mode: FileMode
    package let id: ObjectID

    package init(path: TreePath, mode: FileMode, id: ObjectID) {
      (self.path, self.mode, self.id) = (path, mode, id)
    }
  }

  /// A name in a folder, which may not be UTF-8.
  package struct Name: Hashable, Sendable {
    package let path: TreePath
    package let bytes: [UInt8]
  }

  fileprivate init(
    items: [Item],
    trees: [ObjectID],
    submodules: [TreePath],
    doubtful: [[Name]]
  ) {
    (self.items, self.trees, self.submodules) = (items, trees, submodules)
    self.doubtful = doubtful
  }

  /// With further files right in the tree, whose names no other entry there has.
  package func adding(_ files: [(name: String, mode: FileMode, id: ObjectID)]) -> TreeListing {
    let items = files.map {
      Item(path: TreePath(unchecked: $0.name), mode: $0.mode, id: $0.id)
    }
    return TreeListing(
      items: self.items + items,
      trees: trees,
      submodules: submodules,
      doubtful: doubtful
    )
  }

  /// The longest path in bytes, below what any system allows.
  static let longestPath = 3_500
  /// More entries than this are taken for a trap: a few small trees can claim to hold billions.
  package static let mostEntries = 1_000_000
}

extension Repository {
  /// Reads a whole tree and refuses it if any of it must not be written to a disk.
  ///
  /// - Parameters:
  ///   - edits: What the tree is to be read with, as ``edit(_:_:)`` would store it; each changes
  ///     or removes what is there.
  ///   - checksLinks: Whether links that leave the tree are refused.
  ///   - sealed: The folders that must be the same on all systems. Outside of them, all is taken that
  ///     git checks out.
  /// - Throws: ``OperationError/Code/hostileTree`` for names that ``TreeNameRules`` refuses or that
  ///   collide, entries out of order or twice, unknown modes, submodules (unless they are to be
  ///   passed over), and links that leave the tree; ``OperationError/Code/notFound`` for an edit of what
  ///   is not there.
  package func listing(
    of tree: ObjectID,
    limit: Int = TreeListing.mostEntries,
    passesOverSubmodules: Bool = false,
    editing edits: [TreePath: TreeEdit] = [:],
    checksLinks: Bool = true,
    sealed: [TreePath] = [.root]
  ) throws(OperationError) -> TreeListing {
    var lists = Lists(sealed: sealed, edits: edits)
    try list(tree, at: .root, into: &lists, limit)
    if let path = lists.edits.keys.min() {
      throw OperationError(.notFound, "the tree '\(tree)' has no '\(path)'")
    }
    if !passesOverSubmodules, let path = lists.submodules.first {
      throw .submodule(path, of: tree)
    }
    if checksLinks, !sealed.isEmpty {
      let rules = try linkRules(for: lists.items.filter { $0.mode == .link })
      if let fault = rules.faults.first(where: { lists.seals($0.path) }) {
        throw refused(tree, fault.words)
      }
    }
    return TreeListing(
      items: lists.items,
      trees: lists.trees,
      submodules: lists.submodules,
      doubtful: lists.doubtful
    )
  }

  private struct Lists {
    let sealed: [TreePath]
    /// Those that were not met yet.
    var edits: [TreePath: TreeEdit]
    var items: [TreeListing.Item] = []
    var trees: [ObjectID] = []
    var submodules: [TreePath] = []
    var doubtful: [[TreeListing.Name]] = []

    var count: Int { items.count + trees.count + submodules.count }

    func seals(_ path: TreePath) -> Bool { sealed.contains(where: path.isInside) }
  }

  /// The direct entries of a tree that is at `directory`, submodules included, in git's order.
  ///
  /// - Throws: ``OperationError/Code/hostileTree`` as ``listing(of:limit:)`` does, but for links, which are
  ///   told only together.
  package func items(
    of tree: ObjectID,
    at directory: TreePath
  ) throws(OperationError) -> [TreeListing.Item] {
    try items(of: tree, at: directory, isSealed: true).items
  }

  /// - Returns: The entries, and the names among them that are doubtful.
  private func items(
    of tree: ObjectID,
    at directory: TreePath,
    isSealed: Bool
  ) throws(OperationError) -> (items: [TreeListing.Item], doubtful: [[TreeListing.Name]]) {
    var items: [TreeListing.Item] = []
    var previous: RawTree.Entry?
    var odd: [TreeListing.Name] = []
    // The names of each key, of which all but a few are alone.
    var first: [String: TreeListing.Name] = [:]
    var colliding: [String: [TreeListing.Name]] = [:]
    try forEachEntry(of: tree) { (entry, raw) throws(OperationError) in
      let path = directory.appending(TreePath(unchecked: entry.name))
      let bytes = raw.nameBytes
      if let fault = isSealed
        ? TreeNameRules.fault(inBytes: bytes) : TreeNameRules.faultInGit(inBytes: bytes)
      {
        throw refused(tree, fault)
      }
      func refusal(_ fault: String) -> OperationError {
        refused(tree, "'\(TreeNameRules.escaped(path.string))' \(fault)")
      }
      if raw.isPadded { throw paddedMode(of: raw, in: tree) }
      guard entry.id != .zero else { throw refusal("names no object") }
      let name = TreeListing.Name(path: path, bytes: bytes)
      let key = TreeNameRules.collisionKey(of: entry.name)
      if let other = first[key] {
        guard !isSealed, other.bytes != bytes else {
          throw refusal("and '\(other.path.name)' are the same file on some systems")
        }
        colliding[key, default: [other]].append(name)
      } else {
        first[key] = name
        if !isSealed, TreeNameRules.fault(inBytes: bytes) != nil { odd.append(name) }
      }
      if let previous, !previous.isBefore(raw) { throw refusal("is out of order") }
      previous = raw
      guard path.string.utf8.count <= TreeListing.longestPath else { throw tooLarge(tree) }
      items.append(TreeListing.Item(path: path, mode: entry.mode, id: entry.id))
    }
    let groups = colliding.sorted { $0.key < $1.key }.map(\.value)
    return (items, odd.map { [$0] } + groups)
  }

  /// Refuses a tree if any of all its links leaves it.
  package func checkLinks(_ items: [TreeListing.Item], of tree: ObjectID) throws(OperationError) {
    if let fault = try linkRules(for: items).faults.first { throw refused(tree, fault.words) }
  }

  /// The links that leave the tree that all of these are in, or that cannot be followed.
  package func linksLeavingTree(
    among items: [TreeListing.Item]
  ) throws(OperationError) -> [TreeListing.Item] {
    let faults = Set(try linkRules(for: items).faults.map(\.path))
    return items.filter { faults.contains($0.path) }
  }

  private func linkRules(for items: [TreeListing.Item]) throws(OperationError) -> LinkRules {
    var links: [(path: TreePath, target: [UInt8])] = []
    for item in items where item.mode == .link { links.append((item.path, try blob(item.id))) }
    return LinkRules(links)
  }

  /// Reads all files and links of a listing, and throws unless they are here and whole.
  package func checkContents(of listing: TreeListing) throws(OperationError) {
    var checked: Set<ObjectID> = []
    for item in listing.items where checked.insert(item.id).inserted {
      do throws(OperationError) {
        _ = try blob(item.id)
      } catch {
        throw error.during("cannot read '\(item.path)'")
      }
    }
  }

  private func list(
    _ tree: ObjectID,
    at directory: TreePath,
    into lists: inout Lists,
    _ limit: Int
  ) throws(OperationError) {
    lists.trees.append(tree)
    let (items, doubtful) = try items(of: tree, at: directory, isSealed: lists.seals(directory))
    lists.doubtful += doubtful
    for var item in items {
      guard lists.count < limit else { throw tooLarge(tree) }
      switch lists.edits.removeValue(forKey: item.path) {
      case .remove: continue
      case .put(let id, let mode): item = TreeListing.Item(path: item.path, mode: mode, id: id)
      case nil: break
      }
      switch item.mode {
      case .tree: try list(item.id, at: item.path, into: &lists, limit)
      case .submodule: lists.submodules.append(item.path)
      case .file, .executable, .link: lists.items.append(item)
      }
    }
  }

  private func tooLarge(_ tree: ObjectID) -> OperationError {
    refused(tree, "it is too deep or too large")
  }

  private func refused(_ tree: ObjectID, _ fault: String) -> OperationError {
    OperationError(.hostileTree, "refused the tree '\(tree)', \(fault)")
  }
}

extension OperationError {
  /// Of a tree with a submodule where there may be none.
  package static func submodule(_ path: TreePath, of tree: ObjectID) -> OperationError {
    OperationError(
      .hostileTree,
      "refused the tree '\(tree)', '\(path)' is a submodule",
      help: "its files are in another repository: add them to this one"
    )
  }
}

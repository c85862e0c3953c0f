package import Base

/// All files and links of a tree or a part of it, which may be written to a disk.
package struct TreeListing: Hashable, Sendable {
  /// The entries of a directory are adjacent; in git's order, if the whole tree was read.
  package let items: [Item]
  /// The tree itself and each directory in it, where the whole was read.
  package let trees: [ObjectID]
  /// The submodules, if the caller asked to pass them over.
  package let submodules: [TreePath]
  /// Names that some systems cannot hold or, of several together, cannot tell apart: all of them are
  /// outside of the folders that every system must hold.
  package let doubtful: [[Name]]

  /// A path in a tree with its object.
  package struct Item: Hashable, Sendable {
    /// The path from the tree that was listed.
    package let path: TreePath
    package let mode: FileMode
    package let id: ObjectID

    package init(path: TreePath, mode: FileMode, id: ObjectID) {
      (self.path, self.mode, self.id) = (path, mode, id)
    }
  }

  /// A name in a folder, which may not be UTF-8.
  package struct Name: Hashable, Sendable {
    /// The path of the name, with replacement characters for bytes that are not UTF-8.
    package let path: TreePath
    /// The bytes of the name alone.
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

  /// The listing with further files directly in the tree, whose names no other entry there has.
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
  /// The greatest number of entries: a few small trees can claim to hold billions.
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
    /// The edits whose paths were not found yet.
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
          let names = TreeNameRules.distinct(path.string, other.path.string)
          throw refused(tree, "'\(names.0)' and '\(names.1)' are the same file on some systems")
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
  /// The error of a tree with a submodule where there may be none.
  package static func submodule(_ path: TreePath, of tree: ObjectID) -> OperationError {
    OperationError(
      .hostileTree,
      "refused the tree '\(tree)', '\(path)' is a submodule",
      help: "its files are in another repository: add them to this one"
    )
  }
}

/// The files that a tree has and a later one has not, by which a renamed folder is recognized.
///
/// A folder was another one before if the two have more than half of the files of either in common:
/// at the same places in the folder, with the same contents. Files that were changed at the same
/// time count for nothing, so no contents are compared.
struct RemovedFiles {
  private let files: [FolderFile]

  init(
    between old: ObjectID,
    and new: ObjectID,
    _ differences: inout TreeDifferences,
    in repository: borrowing Repository
  ) throws(OperationError) {
    var files: [FolderFile] = []
    var pending = [(path: [UInt8](), pair: TreeDifferences.Pair(old: old, new: new))]
    var compared = 0
    while let (path, pair) = pending.popLast() {
      compared += 1
      guard compared + pending.count + files.count <= TreeListing.mostEntries else {
        files = []
        break
      }
      let found = try differences.compare(pair, in: repository)
      let folders = Set(found.filter { $0.new?.isTree ?? false }.map(\.name))
      for difference in found {
        guard let side = difference.old else { continue }
        let place = path.appending(difference.name)
        if side.isTree, let after = difference.new, after.isTree {
          pending.append((place, TreeDifferences.Pair(old: side.id, new: after.id)))
        } else if side.isTree {
          files += try repository.files(below: side.id, at: place)
        } else if difference.new == nil || folders.contains(difference.name) {
          files.append(FolderFile(path: place, id: side.id))
        }
      }
    }
    self.files = files
  }

  /// The folder that had the files of a new one.
  ///
  /// - Parameter tree: Of the new folder.
  func origin(of tree: ObjectID, in repository: borrowing Repository) throws(OperationError)
    -> TreePath?
  {
    guard !files.isEmpty else { return nil }
    var own: [[UInt8]: ObjectID] = [:]
    for file in try repository.files(below: tree, at: []) { own[file.path] = file.id }
    var shared: [ArraySlice<UInt8>: Int] = [:]
    var removed: [ArraySlice<UInt8>: Int] = [:]
    for file in files {
      for end in file.path.indices where file.path[end] == UInt8(ascii: "/") {
        removed[file.path[..<end], default: 0] += 1
        if own[Array(file.path[(end + 1)...])] == file.id {
          shared[file.path[..<end], default: 0] += 1
        }
      }
    }
    let most = shared.max { left, right in
      left.value != right.value
        ? left.value < right.value : right.key.lexicographicallyPrecedes(left.key)
    }
    guard let most, 2 * most.value > max(own.count, removed[most.key] ?? 0) else { return nil }
    return try? TreePath(String(decoding: most.key, as: UTF8.self))
  }
}

/// A file of a folder, with its path from there as bytes.
private struct FolderFile {
  let path: [UInt8]
  let id: ObjectID
}

extension Repository {
  /// No files for a folder with more entries than any that a person has renamed.
  fileprivate func files(
    below tree: ObjectID,
    at folder: [UInt8]
  ) throws(OperationError) -> [FolderFile] {
    var files: [FolderFile] = []
    var folders = 0
    var pending = [(path: folder, tree: tree)]
    while let (path, tree) = pending.popLast() {
      folders += 1
      guard files.count + folders + pending.count <= TreeListing.mostEntries,
        path.count <= TreeListing.longestPath
      else { return [] }
      try withTree(tree) { (raw) throws(OperationError) in
        try raw.forEach { (entry) throws(OperationError) in
          let place = path.appending(entry.nameBytes)
          if entry.isTree {
            pending.append((place, entry.id))
          } else {
            files.append(FolderFile(path: place, id: entry.id))
          }
          return true
        }
      }
    }
    return files
  }
}

extension [UInt8] {
  fileprivate func appending(_ name: [UInt8]) -> [UInt8] {
    isEmpty ? name : self + [UInt8(ascii: "/")] + name
  }
}

/// Checks that the links of a tree stay inside it, including links through other links.
struct LinkRules {
  private let links: [(path: TreePath, target: [UInt8])]
  /// The target of each link by its folded path, since some file systems fold names when they
  /// follow a link.
  private let targets: [[String]: String]

  init(_ links: [(path: TreePath, target: [UInt8])]) {
    self.links = links
    var targets: [[String]: String] = [:]
    for link in links {
      targets[link.path.names.map { TreeNameRules.collisionKey(of: String($0)) }] =
        String(decoding: link.target, as: UTF8.self)
    }
    self.targets = targets
  }

  /// A link that may not be written.
  struct Fault {
    let path: TreePath
    /// `nil` for bytes that are no text.
    let target: String?

    /// As the end of a sentence.
    var words: String {
      target.map { "the link '\(path)' to '\($0)' leaves it" }
        ?? "the link '\(path)' has no readable target"
    }
  }

  /// The links that may not be written, in their order.
  var faults: [Fault] {
    links.compactMap { link in
      guard let target = Self.readable(link.target) else {
        return Fault(path: link.path, target: nil)
      }
      return staysInside(link.path, target) ? nil : Fault(path: link.path, target: target)
    }
  }

  /// The target as text that every system reads alike.
  static func readable(_ target: [UInt8]) -> String? {
    guard let text = String(validating: target, as: UTF8.self), !text.isEmpty,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    return text
  }

  private func staysInside(_ path: TreePath, _ target: String) -> Bool {
    var place = path.names.dropLast().map { TreeNameRules.collisionKey(of: String($0)) }
    var pending = Array(TreePath.names(in: target).reversed())
    if TreePath.isAbsolute(target) { return false }
    var followed = 0
    while let name = pending.popLast() {
      switch name {
      case ".": continue
      case "..":
        guard place.popLast() != nil else { return false }
      default:
        // A target may name anything that a tree may hold: nothing that some system reads as `..`
        // or as git's own directory.
        guard TreeNameRules.fault(in: String(name)) == nil else { return false }
        place.append(TreeNameRules.collisionKey(of: String(name)))
        guard let next = targets[place] else { continue }
        // As deep as systems follow links; a circle leads nowhere.
        followed += 1
        guard followed <= 40, !TreePath.isAbsolute(next) else { return false }
        place.removeLast()
        pending += TreePath.names(in: next).reversed()
      }
    }
    return true
  }
}

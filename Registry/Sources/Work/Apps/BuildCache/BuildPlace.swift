import Base
import Git
import Model

/// A folder of the cache in which an app is checked out and built, at a path that is the same for
/// all clones of a machine: the compiler's output contains paths, and is only valid at these.
///
/// One process has it at a time, with all programs that it starts or is replaced by.
package final class BuildPlace: Sendable {
  /// The folders of the checkout and of its build.
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

  /// Returns the entries of the listing of the build that was last stored or restored here, by
  /// path.
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

extension BuildPlace {
  /// Compiles a sample of the build that was made here again, and compares the result with what is
  /// kept of it; afterwards, the build is as it was.
  ///
  /// The build system's own description has the commands. The sources are those that are checked out
  /// here, so nothing is compiled if these are not exactly a tree.
  ///
  /// - Parameters:
  ///   - count: How many commands are run: each compiles a Swift module, or a file of C or C++.
  ///   - tried: Gets the name of each.
  /// - Returns: The names of the commands that made something else; `nil` if nothing of what is checked
  ///   out here is kept.
  func differences(
    compiling count: Int,
    _ tried: (String) -> Void
  ) throws -> [String]? {
    try removeUnfinished()
    guard let tree = try layout.exactTree(), try LocalFile.read(built) == Array(tree.hex.utf8),
      let listing = try LocalFile.read(self.listing(of: tree)).flatMap(BuildListing.init(reading:)),
      let package = try LocalFile.read(package)
    else { return nil }
    // The build may be of later arguments than what is kept.
    guard try restore(tree, progress: { _ in }) else { return nil }
    let kept = Dictionary(
      listing.entries.compactMap { entry in
        if case .file(let id, _) = entry.kind { ("\(folder)/\(entry.path)", id) } else { nil }
      }
    ) { first, _ in first }
    let commands = try Self.configurations.flatMap { configuration in
      try LocalFile.read("\(layout.build)/\(configuration).yaml").map(CompileCommand.commands) ?? []
    }.filter { command in command.outputs.contains { kept[$0] != nil } }
    // A run that is killed leaves new files in the place of old ones.
    try StagedReplacement(path: unfinished, staging: "\(unfinished).new")
      .replace(with: Array(tree.hex.utf8))
    var different: [String] = []
    for command in commands.shuffled().prefix(count) {
      tried(command.name)
      let outputs = command.outputs.filter { kept[$0] != nil }
      for path in outputs { try LocalFile.remove(path) }
      let isSame =
        try command.run(in: String(decoding: package, as: UTF8.self)) == 0
        && outputs.allSatisfy { try LocalFile.read($0).map(ContentID.init(of:)) == kept[$0] }
      if !isSame { different.append(command.name) }
    }
    if different.isEmpty {
      guard try restore(tree, progress: { _ in }) else { return nil }
    } else {
      // Nothing tells what else of it is not what the compiler makes.
      try LocalFile.remove(self.listing(of: tree))
      try removeUnfinished()
    }
    return different
  }

  private static let configurations = ["debug", "release"]
}

extension CompileCommand {
  /// Runs it in a folder, whose path is in debug information, and returns its exit status.
  fileprivate func run(in folder: String) throws -> Int32 {
    let arguments = ["-c", "cd \"$0\" && exec \"$@\"", folder] + arguments
    return try ToolProcess(program: "/bin/sh", arguments: arguments).run().status
  }
}

extension BuildPlace {
  /// Stores the build of the checked-out tree, unless the checkout is not exactly that tree, or the
  /// build is not worth storing.
  ///
  /// A failed or killed build is stored as well: SwiftPM continues it, as in any folder.
  func save(progress: (OperationProgress) -> Void) throws {
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

  /// Returns the listing's entry for a file, whose content is stored; `nil` for devices and pipes.
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

extension BuildPlace {
  /// Restores the build of the checked-out tree; `false` if none is stored, or it is damaged, in
  /// which case it is dropped.
  func restore(_ tree: ObjectID, progress: (OperationProgress) -> Void) throws -> Bool {
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

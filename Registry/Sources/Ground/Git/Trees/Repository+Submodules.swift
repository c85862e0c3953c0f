package import Base
private import CGit2
private import Synchronization

/// Submodules: commits of other repositories in the place of folders. Git keeps their objects in
/// repositories of their own, below `modules`, as far as a clone has them.
extension Repository {
  /// A tree with the files of submodules in their places.
  package struct FilledTree: Sendable {
    package let tree: ObjectID
    /// The submodules whose commits this clone does not have, which stay as they are; sorted.
    package let missing: [TreePath]
  }

  /// Stores a tree with the files of the submodules that its `.gitmodules` lists, and with those of
  /// their submodules, in place of these.
  ///
  /// - Parameter others: Further submodules that the tree has.
  package func fillingSubmodules(
    of tree: ObjectID,
    besides others: some Sequence<TreePath> = []
  ) throws -> FilledTree {
    var tree = tree
    var missing: Set<TreePath> = []
    var open = try submodules(listedIn: .root, of: tree) + others
    while let path = open.popLast() {
      guard let entry = try entry(at: path, in: tree), entry.mode == .submodule else { continue }
      guard let files = try files(ofSubmodule: entry.id) else {
        missing.insert(path)
        continue
      }
      tree = try edit(tree, [(path, .put(files, .tree))])
      open += try submodules(listedIn: path, of: tree)
    }
    return FilledTree(tree: tree, missing: missing.sorted())
  }

  /// Whether a tree has the file that lists submodules.
  package func listsSubmodules(_ tree: ObjectID) throws -> Bool {
    try entry(at: TreePath(unchecked: Self.submoduleList), in: tree) != nil
  }

  /// The tree of a submodule's commit; `nil` if this clone does not have it.
  package func files(ofSubmodule commit: ObjectID) throws -> ObjectID? {
    if try header(of: commit)?.kind != .commit { try borrowSubmodules() }
    guard try header(of: commit)?.kind == .commit else { return nil }
    return try self.commit(commit).tree
  }

  /// The folders of the objects of the submodules that this clone has; sorted.
  package func submoduleObjects() throws -> [String] {
    // A linked working tree has submodules of its own.
    var open = Set([commonDirectory, gitDirectory]).map { "\($0)/modules" }
    var found: [String] = []
    while let folder = open.popLast() {
      guard LocalFile.kind(at: folder) == .directory else { continue }
      if LocalFile.exists("\(folder)/HEAD"), LocalFile.exists("\(folder)/objects") {
        found.append("\(folder)/objects")
        open.append("\(folder)/modules")
      } else {
        open += try LocalFile.names(in: folder).map { "\(folder)/\($0)" }
      }
    }
    return try found.sorted() + embeddedObjects()
  }

  /// The folders of the objects of submodules that keep their `.git` in the working tree, as
  /// repositories do that became submodules later.
  private func embeddedObjects() throws -> [String] {
    guard let root = workingDirectory,
      let content = try LocalFile.read("\(root)/\(Self.submoduleList)")
    else { return [] }
    return Self.submodules(listedIn: content).map { "\(root)/\($0)/.git/objects" }
      .filter { LocalFile.kind(at: $0) == .directory }
  }

  /// Lets this value read the objects of the submodules, too.
  package func borrowSubmodules() throws {
    guard !borrowsSubmodules.exchange(true, ordering: .relaxed) else { return }
    for folder in try submoduleObjects() {
      try check(unsafe git_odb_add_disk_alternate(objects.pointer, folder))
    }
  }

  private static let submoduleList = ".gitmodules"

  /// The paths that the list of a folder has.
  private func submodules(listedIn folder: TreePath, of tree: ObjectID) throws -> [TreePath] {
    let file = folder.appending(TreePath(unchecked: Self.submoduleList))
    guard let entry = try entry(at: file, in: tree), entry.mode == .file else { return [] }
    return Self.submodules(listedIn: try blob(entry.id)).map(folder.appending)
  }

  private static func submodules(listedIn content: [UInt8]) -> [TreePath] {
    (GitConfigurationText(content).entries ?? []).compactMap { setting in
      guard setting.section == "submodule", setting.key == "path", let value = setting.value else {
        return nil
      }
      return try? TreePath(String(decoding: value, as: UTF8.self))
    }
  }
}

extension Repository {
  /// The first part of a path that is not a folder, and what it is; `nil` if all are folders.
  package func obstacle(
    on path: TreePath,
    in root: ObjectID
  ) throws(OperationError) -> (place: TreePath, mode: FileMode?)? {
    for place in (path.ancestors.reversed() + [path]) where !place.isRoot {
      let mode = try entry(at: place, in: root)?.mode
      if mode != .tree { return (place, mode) }
    }
    return nil
  }

  /// The submodule that a path is in; `nil` if it is in none.
  package func submodule(
    holding path: TreePath,
    in root: ObjectID
  ) throws(OperationError) -> TreePath? {
    guard case (let place, .submodule?)? = try obstacle(on: path, in: root) else { return nil }
    return place
  }
}

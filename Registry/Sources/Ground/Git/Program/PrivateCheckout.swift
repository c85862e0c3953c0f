import Base

/// A checkout of trees in a folder of its own, beside the working files of the repository that has
/// their objects.
///
/// Its git directory has an index, which is the record of what is checked out, and borrows the objects
/// and the configuration of the repository; no reference, and no history.
package struct PrivateCheckout: Sendable {
  /// The folder of the files.
  package let path: String
  /// The git directory, which must not be below that folder.
  package let record: String

  package init(path: String, record: String) {
    (self.path, self.record) = (path, record)
  }

  var files: WorkTree { WorkTree(path: path, gitDirectory: record, settings: Self.settings) }

  /// The index of a tree that is being checked out, until all of its files are in place.
  var nextIndex: String { "\(record)/next" }

  /// The settings that the repository's own working files may have, and a checkout must not.
  private static let settings = [
    "core.bare=false", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.splitIndex=false",
    "core.sparseCheckout=false", "core.untrackedCache=false", "index.skipHash=false",
    "index.sparse=false", "submodule.recurse=false", "advice.updateSparsePath=false",
  ]

  /// Makes the folders, and the objects and the configuration of a repository those of the checkout.
  ///
  /// Call it before everything else, while no other process uses the checkout.
  ///
  /// - Parameter isVerbatim: Whether files have the bytes that are stored, with no conversions.
  package func prepare(for repository: borrowing Repository, isVerbatim: Bool = false) throws {
    // An earlier version had a record of its own format here.
    if LocalFile.kind(at: record) == .file { try LocalFile.remove(record) }
    for folder in [path, "\(record)/objects/info", "\(record)/refs"] {
      try LocalFile.makeDirectories(folder)
    }
    let common = repository.commonDirectory
    try LocalFile.update("\(record)/HEAD", to: Array("ref: refs/heads/none\n".utf8))
    let objects = try ["\(common)/objects"] + repository.submoduleObjects()
    try LocalFile.update(
      "\(record)/objects/info/alternates",
      to: Array(objects.map { "\($0)\n" }.joined().utf8)
    )
    // Git LFS would get anew what the repository has.
    let largeFiles = "[lfs]\n\tstorage = \(Self.quoted("\(common)/lfs"))\n"
    let configuration = ["\(common)/config", "\(repository.gitDirectory)/config.worktree"]
      .map { "[include]\n\tpath = \(Self.quoted($0))\n" }
    try LocalFile.update(
      "\(record)/config",
      to: Array((largeFiles + configuration.joined()).utf8)
    )
    // They take precedence over those in the tree.
    let attributes =
      try isVerbatim
      ? Array("* -text -filter -ident -working-tree-encoding\n".utf8)
      : LocalFile.read("\(common)/info/attributes") ?? []
    try LocalFile.makeDirectories("\(record)/info")
    try LocalFile.update("\(record)/info/attributes", to: attributes)
    try removeLocks()
  }

  /// Stores what a tree has and only the memory of the repository holds among the checkout's own
  /// objects: git finds no others than on the disk.
  package func store(_ tree: ObjectID, from repository: borrowing Repository) throws {
    guard repository.mayHoldObjectsInMemory else { return }
    try repository.copy(tree: tree, into: self.repository())
  }

  /// The checkout's own objects, with those that it borrows.
  package func repository() throws -> Repository { try Repository.open(at: record) }

  /// Removes the locks of a git that was killed, as the run that had started it.
  ///
  /// Call it while no other process uses the checkout.
  package func removeLocks() throws {
    for index in [files.index, nextIndex] { try LocalFile.remove("\(index).lock") }
  }

  private static func quoted(_ path: String) -> String {
    let escaped = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// Whether it is known what was checked out.
  ///
  /// Git itself does not compare the checksum at the end of an index, which a damaged one fails.
  package func isRecorded() throws -> Bool {
    guard let content = try LocalFile.read(files.index), content.count > ObjectID.byteCount else {
      return false
    }
    let end = content.count - ObjectID.byteCount
    return SHA1.digest(of: Array(content[..<end])) == Array(content[end...])
  }

  /// The tree that was checked out last; `nil` if it is not known.
  package func tree() throws -> ObjectID? {
    guard try isRecorded() else { return nil }
    let output = try files.git(["write-tree", "--missing-ok"]).output
    return try ObjectID(hex: output.split(whereSeparator: \.isNewline).first ?? "")
  }

  /// Takes the files for a checkout of a tree, whatever they are: all that differ are changes.
  package func record(_ tree: ObjectID) throws {
    try forget()
    try files.git(["read-tree", tree.hex])
  }

  /// Forgets what was checked out, and whatever it was becoming.
  package func forget() throws {
    for index in [files.index, nextIndex] { try LocalFile.remove(index) }
  }

  /// The changes of the checked-out files by a person, or by an interrupted run.
  package struct Changes: Equatable, Sendable {
    /// Files with other content, or another mode.
    package var edited: Set<TreePath> = []
    /// Files that were checked out and do not exist.
    package var missing: Set<TreePath> = []
    /// Files that were not checked out, whether git ignores them or not.
    package var added: [TreePath] = []

    package init() {}
  }

  /// The differences between the files and what was checked out.
  package func changes() throws -> Changes {
    try changes(from: files.index)
  }

  /// - Parameter index: That of the tree to compare the files with.
  func changes(from index: String) throws -> Changes {
    try files.refresh(index)
    var changes = Changes()
    let entries = try files.git(
      ["diff-files", "--name-status", "--no-renames", "--ignore-submodules=dirty", "-z"],
      index: index
    ).output.parts
    for start in stride(from: 0, to: entries.count - 1, by: 2) {
      let path = TreePath(unchecked: String(entries[start + 1]))
      if entries[start] == "D" { changes.missing.insert(path) } else { changes.edited.insert(path) }
    }
    changes.added = try files.git(["ls-files", "--others", "-z"], index: index).output.parts
      .map { TreePath(unchecked: String($0)) }
    changes.added += try filesInSubmodules(index: index)
    // A link, or a file, in the place of a folder: what was below it is not missing, but replaced.
    let added = Set(changes.added)
    let missing = changes.missing
    changes.edited.formUnion(missing.filter { $0.ancestors.contains(where: added.contains) })
    let replaced = Set(added.flatMap(\.ancestors)).intersection(missing)
    changes.edited.formUnion(replaced)
    changes.missing.subtract(changes.edited)
    return changes
  }

  /// The files in the folders of submodules, which git does not list.
  private func filesInSubmodules(index: String) throws -> [TreePath] {
    guard LocalFile.exists("\(path)/.gitmodules") else { return [] }
    // `MODE ID STAGE`, then a tab and the path.
    let entries = try files.git(["ls-files", "--stage", "-z"], index: index).output.parts
    return try entries.filter { $0.hasPrefix("160000 ") }.flatMap { entry in
      let name = entry.drop { $0 != "\t" }.dropFirst()
      return try allFiles(below: TreePath(unchecked: String(name)))
    }
  }

  private func allFiles(below folder: TreePath) throws -> [TreePath] {
    let place = "\(path)/\(folder)"
    guard LocalFile.kind(at: place) == .directory else { return [] }
    return try LocalFile.names(in: place).flatMap { name in
      let path = folder.appending(TreePath(unchecked: name))
      return LocalFile.kind(at: "\(place)/\(name)") == .directory
        ? try allFiles(below: path) : [path]
    }
  }

  /// The difference between what is checked out and a tree.
  package struct Difference: Equatable, Sendable {
    /// Files that the tree has, and that are not checked out or are different there.
    package var written: Set<TreePath> = []
    /// Files that are checked out, and that the tree does not have.
    package var removed: Set<TreePath> = []
    /// The submodules among those to write.
    package var submodules: [TreePath] = []

    package init() {}

  }

  /// The difference between the record of what is checked out and `tree`; changes of the files
  /// themselves do not count.
  package func difference(to tree: ObjectID) throws -> Difference {
    // --cached compares with the index alone; the fields are those of what the tree has, and of the
    // index: `:MODE MODE ID ID LETTER`, then the path.
    let entries = try files.git(
      ["diff-index", "--cached", "--raw", "--no-renames", "--no-abbrev", "-z", tree.hex]
    ).output.parts
    var difference = Difference()
    for start in stride(from: 0, to: entries.count - 1, by: 2) {
      let path = TreePath(unchecked: String(entries[start + 1]))
      let letter = entries[start].last
      if letter == "A" {
        difference.removed.insert(path)
      } else {
        difference.written.insert(path)
        if entries[start].hasPrefix(":160000"), !entries[start].hasPrefix(":160000 160000") {
          difference.submodules.append(path)
        }
      }
    }
    return difference
  }

  /// Writes the files in which a tree differs from what is checked out, and removes those that it does
  /// not have; a file that a person changed or put there is not overwritten, but an error.
  package func checkOut(_ tree: ObjectID) throws {
    try filesRequiringFilters().git(["read-tree", "-m", "-u", tree.hex])
    guard try self.tree() == tree else {
      throw OperationError(.gitFailed, "'\(path)' is not the tree '\(tree.hex)' after its checkout")
    }
  }

  /// Writes files as they were checked out, whatever is there.
  package func restore(_ paths: some Collection<TreePath>) throws {
    try restore(paths, from: files.index)
  }

  func restore(_ paths: some Collection<TreePath>, from index: String) throws {
    guard !paths.isEmpty else { return }
    // A name that is not UTF-8 cannot be given to git: then it restores all that differ.
    if paths.contains(where: { $0.string.contains("\u{FFFD}") }) {
      try filesRequiringFilters().git(["checkout-index", "-f", "-u", "-a"], index: index)
      return
    }
    try filesRequiringFilters().git(
      ["checkout-index", "-f", "-u", "-z", "--stdin"],
      index: index,
      input: Array(paths.map { "\($0)\0" }.joined().utf8)
    )
  }

  /// Git would leave a file as it is stored if the program of its filter does not run, unless the filter
  /// is required.
  private func filesRequiringFilters() throws -> WorkTree {
    let found = try files.run(
      ["config", "--null", "--name-only", "--get-regexp", #"^filter\..*\.(smudge|process)$"#]
    )
    let required = found.output.parts.map { key in
      "\(key[..<(key.lastIndex(of: ".") ?? key.endIndex)]).required=true"
    }
    return WorkTree(path: path, gitDirectory: record, settings: Self.settings + required)
  }
}

/// Completing a checkout that was interrupted.
///
/// The index is still that of the tree before, and each file is as one of the two trees has it, or is
/// the beginning of what was being written.
extension PrivateCheckout {
  /// The files that a person has changed in an interrupted checkout of a tree, which completing it
  /// would overwrite; sorted.
  package func edits(interrupting tree: ObjectID) throws -> [TreePath] {
    try interruption(of: tree).edited.sorted()
  }

  /// Completes it, with what a person changed in between.
  package func complete(_ tree: ObjectID) throws {
    let state = try interruption(of: tree)
    for path in state.outdated.sorted() {
      try LocalFile.removeAll("\(self.path)/\(path)")
      LocalFile.removeEmptyDirectories(
        from: LocalFile.parent(of: "\(self.path)/\(path)"),
        below: self.path
      )
    }
    try restore(state.unwritten.sorted(), from: nextIndex)
    try LocalFile.move(nextIndex, to: files.index)
  }

  private struct Interruption {
    /// Files of the tree that are not as it has them.
    var unwritten: Set<TreePath> = []
    /// Files of the tree before that are still there.
    var outdated: Set<TreePath> = []
    /// The files among both that a person has changed.
    var edited: Set<TreePath> = []
  }

  private func interruption(of tree: ObjectID) throws -> Interruption {
    let (difference, before) =
      try isRecorded() ? (difference(to: tree), changes()) : (Difference(), Changes())
    let isFirst = try !isRecorded()
    try LocalFile.remove(nextIndex)
    if let index = try isFirst ? nil : LocalFile.read(files.index) {
      try LocalFile.update(nextIndex, to: index)
    }
    // Entries that are the same keep what the index knows of their files; -i is for files that are as
    // the tree has them already.
    try files.git(["read-tree", "-m", "-i", tree.hex], index: nextIndex)
    let after = try changes(from: nextIndex)
    var state = Interruption(unwritten: after.edited.union(after.missing))
    let untouched = Set(before.added)
    for path in after.edited {
      // As the tree before had it.
      if difference.written.contains(path), !before.edited.contains(path), !untouched.contains(path)
      {
        continue
      }
      if isFirst || difference.written.contains(path), try isBeginning(path) { continue }
      state.edited.insert(path)
    }
    for path in difference.removed where LocalFile.kind(at: "\(self.path)/\(path)") != nil {
      state.outdated.insert(path)
      if before.edited.contains(path) { state.edited.insert(path) }
    }
    return state
  }

  /// Whether a file is the beginning of what the tree that is being checked out has there.
  private func isBeginning(_ path: TreePath) throws -> Bool {
    guard LocalFile.kind(at: "\(self.path)/\(path)") == .file,
      let content = try LocalFile.read("\(self.path)/\(path)")
    else { return false }
    let staging = "\(record)/staging"
    defer { try? LocalFile.removeAll(staging) }
    try files.git(
      ["checkout-index", "-f", "--prefix=\(staging)/", "--", path.string],
      index: nextIndex
    )
    return try LocalFile.read("\(staging)/\(path)")?.starts(with: content) ?? false
  }
}

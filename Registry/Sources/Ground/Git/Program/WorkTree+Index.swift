import Base

/// The index, in whatever format git's configuration has it.
extension WorkTree {
  /// What the index has at each of `paths`.
  package func indexStates(of paths: [TreePath]) throws -> [TreePath: IndexState] {
    var states = Dictionary(paths.map { ($0, IndexState.absent) }) { first, _ in first }
    guard !states.isEmpty else { return [:] }
    let named = states.count <= Self.mostPaths ? states.keys.map(\.string) : []
    // `MODE ID STAGE`, then a tab and the path.
    for line in try git(["ls-files", "--stage", "-z", "--"] + named).output.parts {
      guard let tab = line.utf8.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let path = TreePath(unchecked: String(line[line.utf8.index(after: tab)...]))
      guard states[path] != nil else { continue }
      let fields = line[..<tab].split(separator: " ")
      guard fields.count == 3, let mode = FileMode(octal: fields[0]) else {
        throw OperationError(.corrupt, "the index has an unknown mode for '\(path)'")
      }
      states[path] =
        fields[2] == "0" ? .entry(mode, try ObjectID(hex: fields[1])) : .conflicted
    }
    return states
  }

  /// What the index has at a path.
  package func indexState(of path: TreePath) throws -> IndexState {
    try indexStates(of: [path])[path] ?? .absent
  }

  /// Changes the index at these paths and nowhere else: whatever is staged elsewhere stays staged.
  ///
  /// Git changes a copy, which replaces the index in one step, because the lock is held for longer than
  /// one git runs.
  package func updateIndex(
    _ updates: [IndexUpdate],
    holding lock: borrowing IndexLock
  ) throws {
    try lock.prepareCopy()
    try putEntries(updates, into: lock.copyPath)
    // Only so that git need not compare content later: a filter may fail here, for another file.
    try? hidden.refresh(lock.copyPath)
    try lock.replaceIndex()
  }

  /// Has an index know the sizes and times of files that are as it has them, whose content is compared
  /// if they were touched.
  func refresh(_ index: String) throws(OperationError) {
    let arguments = ["update-index", "--unmerged", "--ignore-submodules", "--refresh"]
    let outcome = try run(arguments, index: index)
    // 1 if there are files that are not.
    guard outcome.status <= 1 else { throw GitProgram.failure(arguments, outcome.errors) }
  }

  /// - Parameters:
  ///   - index: One that no other git knows, and that is no index of its own to a hook or a daemon.
  ///   - settings: As those of the work tree.
  func putEntries(
    _ updates: [IndexUpdate],
    into index: String,
    settings: [String] = []
  ) throws {
    let entries = updates.map { update in
      let (mode, id) = update.entry.map { ($0.mode.octal, $0.id) } ?? ("0", .zero)
      return "\(mode) \(id.hex)\t\(update.path)\0"
    }
    var files = hidden
    files.settings += settings
    try files.git(
      ["update-index", "-z", "--index-info"],
      index: index,
      input: Array(entries.joined().utf8)
    )
  }

  private var hidden: WorkTree {
    var files = self
    files.settings += ["core.fsmonitor=false", "core.hooksPath=/dev/null"]
    return files
  }
}

import Base
import Git

/// Updates the index and the files of a working tree to its branch, at the paths that a write
/// changed; paths that a person has changed since stay as they are.
struct Derivation {
  let from: ObjectID
  let to: ObjectID
  /// The branch's newest commit, which may be later than `to`.
  let tip: ObjectID
  /// Folders that move with all that is in them.
  let moves: [FolderMove]

  init(_ note: WriteNote, tip: ObjectID) {
    (from, to, moves) = (note.from, note.to, note.moves)
    self.tip = tip
  }

  private struct Step {
    let path: TreePath
    let old: IndexUpdate.Entry?
    let new: IndexUpdate.Entry?
    /// Where the file was before its folder moved, and what it was.
    let origin: (path: TreePath, entry: IndexUpdate.Entry)?

    /// The working file before the write, once its folder has moved.
    var working: IndexUpdate.Entry? { origin?.entry ?? old }
  }

  /// - Parameter lock: On the index. It is taken if it is needed and was not taken before the
  ///   branch moved.
  func run(
    in repository: borrowing Repository,
    _ context: WriteContext,
    holding lock: inout IndexLock?
  ) throws {
    guard !repository.isBare else { return }
    let files = try WorkTree(of: repository)
    let root = files.path
    let steps = try steps(in: repository)
    // No commit may begin until the index matches the branch.
    if lock == nil, try !indexUpdates(steps, files).isEmpty {
      lock = try repository.lockIndex(within: context.lockLimit)
    }
    for move in moves { try makeMove(move, below: root, repository, context.failures) }
    // All other files are written as the attributes say.
    let isAttributes = { (step: Step) in step.path.name == ".gitattributes" }
    for part in [steps.filter(isAttributes), steps.filter { !isAttributes($0) }] where !part.isEmpty
    {
      try replaceFiles(part, files, in: repository, context.failures)
    }
    try context.failures(.filesWritten)
    let updates = try indexUpdates(steps, files)
    if !updates.isEmpty, let held = lock.take() {
      try files.updateIndex(updates, holding: held)
      lock = consume held
    }
    try context.failures(.indexWritten)
  }

  /// The paths at which the working tree still differs from the branch.
  func unfinished(in repository: borrowing Repository) throws -> [TreePath] {
    guard !repository.isBare else { return [] }
    return try indexUpdates(steps(in: repository), WorkTree(of: repository)).map(\.path)
  }

  /// Entries are taken from the list of changes: to look each up in its tree would read a folder as
  /// often as it has files.
  private func steps(in repository: borrowing Repository) throws -> [Step] {
    let source = try repository.commit(from).tree
    let written = try repository.commit(to).tree
    let changes = try repository.changes(from: source, to: written)
    let target = try repository.commit(tip).tree
    let before = Dictionary((moves.isEmpty ? [] : changes).map { ($0.path, $0.old) }) { old, _ in
      old
    }
    return try changes.map { change in
      let entry =
        target == written ? change.new : try repository.entry(at: change.path, in: target)
      var origin: (path: TreePath, entry: IndexUpdate.Entry)?
      if let path = moves.origin(of: change.path),
        let entry = try before[path] ?? repository.entry(at: path, in: source),
        entry.mode != .tree
      {
        origin = (path, IndexUpdate.Entry(mode: entry.mode, id: entry.id))
      }
      return Step(
        path: change.path,
        old: change.old.map { IndexUpdate.Entry(mode: $0.mode, id: $0.id) },
        // A folder in a file's place has files of its own, and the file is gone.
        new: entry.flatMap { $0.mode == .tree ? nil : IndexUpdate.Entry(mode: $0.mode, id: $0.id) },
        origin: origin
      )
    }
  }

  /// Writes all new content to temporary files, syncs them together and only then renames them:
  /// each file is the old one or the new one at any time.
  private func replaceFiles(
    _ steps: [Step],
    _ working: WorkTree,
    in repository: borrowing Repository,
    _ failures: FailureInjection
  ) throws {
    let root = working.path
    try makeRoom(steps, working, failures)
    var staged: [TreePath: StagedReplacement] = [:]
    var files: [String] = []
    do {
      var written: [Step] = []
      for step in steps {
        let file = replacement(of: step, below: root)
        try file.discard()
        guard try isUntouched(step, working), let new = step.new else { continue }
        if new.mode == .link {
          staged[step.path] = file
          try file.stageLink(to: repository.blob(new.id))
          try failures(.fileStaged)
        } else if new.mode.isFile {
          written.append(step)
        }
      }
      let contents = try working.contents(
        of: written.compactMap { step in step.new.map { (step.path, $0) } }
      )
      for (step, content) in zip(written, contents) {
        let file = replacement(of: step, below: root)
        staged[step.path] = file
        try file.stage(content, isExecutable: step.new?.mode == .executable)
        files.append(file.staging)
        try failures(.fileStaged)
      }
      try LocalFile.sync(all: files.sorted())
      for step in steps {
        // A person may have changed it since.
        guard try isUntouched(step, working) else { continue }
        if let file = staged[step.path] {
          try file.moveIntoPlace()
        } else if step.new == nil {
          try remove(step, below: root)
        } else {
          continue
        }
        try failures(.fileReplaced)
      }
      try LocalFile.sync(all: Set(staged.values.map(\.folder)).sorted())
      for file in staged.values { try file.discard() }
    } catch {
      for file in staged.values { try? file.discard() }
      throw error
    }
  }

  /// Makes room for new files: removes old ones where a folder is needed, or from a folder where a
  /// file is needed.
  private func makeRoom(
    _ steps: [Step],
    _ working: WorkTree,
    _ failures: FailureInjection
  ) throws {
    let root = working.path
    let new = Set(steps.filter { $0.new != nil }.map(\.path))
    let folders = Set(new.flatMap(\.ancestors))
    for step in steps where step.new == nil {
      guard
        folders.contains(step.path) || step.path.ancestors.contains(where: new.contains),
        try isUntouched(step, working)
      else { continue }
      try remove(step, below: root)
      try failures(.fileReplaced)
    }
  }

  /// The temporary file has a name that no other program uses, of a length that every file system takes,
  /// and the same one in the repair.
  private func replacement(of step: Step, below root: String) -> StagedReplacement {
    let path = "\(root)/\(step.path)"
    let name = Repository.blobID(of: Array("\(to) \(step.path)".utf8))
    return StagedReplacement(path: path, staging: "\(LocalFile.parent(of: path))/.registry-\(name)")
  }

  private func remove(_ step: Step, below root: String) throws(OperationError) {
    let path = "\(root)/\(step.path)"
    _ = try unifyingErrors { try LocalFile.remove(path) }
    LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: path), below: root)
  }

  /// Whether the file is unchanged since before the write.
  ///
  /// A missing file counts as unchanged: a sparse checkout leaves files out, and would show them as
  /// removed once the index lists them again.
  private func isUntouched(
    _ step: Step,
    _ working: WorkTree
  ) throws -> Bool {
    guard step.old != step.new else { return false }
    let path = "\(working.path)/\(step.path)"
    guard let kind = LocalFile.kind(at: path) else { return step.new != nil }
    // A file that has moved with its folder is there as it was.
    guard let old = step.working, old != step.new, kind == (old.mode == .link ? .link : .file)
    else {
      return false
    }
    if kind == .link { return try Repository.blobID(of: LocalFile.linkTarget(path)) == old.id }
    return try working.isUnchanged(step.path, from: old.id)
  }

  /// The updates of the index, where it is still as before the write.
  private func indexUpdates(
    _ steps: [Step],
    _ files: WorkTree
  ) throws -> [IndexUpdate] {
    let steps = steps.filter { $0.old != $0.new }
    let states = try files.indexStates(of: steps.map(\.path))
    return steps.filter { states[$0.path] == Self.state($0.old) }
      .map { IndexUpdate($0.path, $0.new) }
  }

  private static func state(_ entry: IndexUpdate.Entry?) -> IndexState {
    entry.map { .entry($0.mode, $0.id) } ?? .absent
  }
}

extension Derivation {
  /// Renames the folder, so that its files keep their bytes and times, and untracked files move
  /// with it; unless another git has undone the move since.
  func makeMove(
    _ move: FolderMove,
    below root: String,
    _ repository: borrowing Repository,
    _ failures: FailureInjection
  ) throws {
    let target = try repository.commit(tip).tree
    guard try repository.entry(at: move.from, in: target) == nil,
      try repository.entry(at: move.to, in: target)?.mode == .tree
    else { return }
    let (old, new) = ("\(root)/\(move.from)", "\(root)/\(move.to)")
    guard LocalFile.kind(at: old) == .directory else { return }
    let (left, entered) = (LocalFile.parent(of: old), LocalFile.parent(of: new))
    try LocalFile.makeDirectories(entered)
    try LocalFile.moveFolder(old, to: new)
    try LocalFile.sync(all: Set([left, entered]))
    LocalFile.removeEmptyDirectories(from: left, below: root)
    try failures(.folderMoved)
  }
}

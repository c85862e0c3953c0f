import Files
import Git
import GitValues
import Workspace

/// Brings a working tree's index and files behind its branch, at the paths that a write changed and
/// where they still are as they were before it: what a person made of them meanwhile stays.
struct Derivation {
  let from: ObjectID
  let to: ObjectID
  /// The branch's newest commit, which may have gone on from `to`.
  let tip: ObjectID

  private struct Step {
    let path: TreePath
    let old: IndexUpdate.Entry?
    let new: IndexUpdate.Entry?
  }

  /// - Parameter lock: On the index. It is taken if it is needed and was not taken before the branch
  ///   was moved.
  func run(
    in repository: borrowing Repository,
    _ context: WriteContext,
    holding lock: inout IndexLock?
  ) throws {
    guard let root = repository.workingDirectory else { return }
    let steps = try steps(in: repository)
    // Until the index has what the branch has, no commit may begin.
    if lock == nil, try !indexUpdates(steps, repository).isEmpty {
      lock = try repository.lockIndex(within: context.lockLimit)
    }
    try replaceFiles(steps, below: root, repository, context.failures)
    try context.failures(.filesWritten)
    let updates = try indexUpdates(steps, repository)
    if !updates.isEmpty, let held = lock.take() {
      try repository.updateIndex(updates, holding: held)
      lock = consume held
    }
    try context.failures(.indexWritten)
  }

  /// The paths at which the working tree is not as the branch has it, after all was done.
  func unfinished(in repository: borrowing Repository) throws -> [TreePath] {
    try steps(in: repository).filter { step in
      guard step.old != step.new else { return false }
      return try repository.indexState(of: step.path) == Self.state(step.old)
    }.map(\.path)
  }

  private func steps(in repository: borrowing Repository) throws -> [Step] {
    let target = try repository.commit(tip).tree
    return try repository.changes(
      from: repository.commit(from).tree,
      to: repository.commit(to).tree
    ).map { change in
      let entry = try repository.entry(at: change.path, in: target)
      return Step(
        path: change.path,
        old: change.old.map { IndexUpdate.Entry(mode: $0.mode, id: $0.id) },
        // A folder in a file's place has files of its own, and the file is gone.
        new: entry.flatMap { $0.mode == .tree ? nil : IndexUpdate.Entry(mode: $0.mode, id: $0.id) }
      )
    }
  }

  /// Writes all new contents beside their places, syncs them together and only then moves them
  /// there: each file is the old one or the new one at any time.
  private func replaceFiles(
    _ steps: [Step],
    below root: String,
    _ repository: borrowing Repository,
    _ failures: FailureInjection
  ) throws {
    try makeRoom(steps, below: root, failures)
    var staged: [TreePath: StagedReplacement] = [:]
    var files: [String] = []
    do {
      for step in steps {
        let file = replacement(of: step, below: root)
        try file.discard()
        guard try isUntouched(step, at: file.path), let new = step.new,
          new.mode.isFile || new.mode == .link
        else { continue }
        staged[step.path] = file
        if new.mode == .link {
          try file.stageLink(to: repository.blob(new.id))
        } else {
          try file.stage(repository.blob(new.id), isExecutable: new.mode == .executable)
          files.append(file.staging)
        }
        try failures(.fileStaged)
      }
      try LocalFile.sync(all: files.sorted())
      for step in steps {
        // A person may have changed it meanwhile.
        guard try isUntouched(step, at: replacement(of: step, below: root).path) else { continue }
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

  /// Takes away first what stands where a folder is to be, or in a folder where a file is to be.
  private func makeRoom(
    _ steps: [Step],
    below root: String,
    _ failures: FailureInjection
  ) throws {
    let new = Set(steps.filter { $0.new != nil }.map(\.path))
    let folders = Set(new.flatMap(Self.parents))
    for step in steps where step.new == nil {
      guard
        folders.contains(step.path) || Self.parents(of: step.path).contains(where: new.contains),
        try isUntouched(step, at: "\(root)/\(step.path)")
      else { continue }
      try remove(step, below: root)
      try failures(.fileReplaced)
    }
  }

  private static func parents(of path: TreePath) -> [TreePath] {
    path.isRoot || path.parent.isRoot ? [] : [path.parent] + parents(of: path.parent)
  }

  private func replacement(of step: Step, below root: String) -> StagedReplacement {
    let path = "\(root)/\(step.path)"
    return StagedReplacement(
      path: path,
      staging: "\(LocalFile.parent(of: path))/.\(step.path.name).registry"
    )
  }

  private func remove(_ step: Step, below root: String) throws(OperationError) {
    let path = "\(root)/\(step.path)"
    _ = try unifyingErrors { try LocalFile.remove(path) }
    LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: path), below: root)
  }

  /// Whether the file is what it was before the write.
  ///
  /// A file that is missing counts as such too: a sparse checkout leaves files out, and would show
  /// them as removed once the index has them anew.
  private func isUntouched(_ step: Step, at path: String) throws -> Bool {
    guard step.old != step.new, let kind = LocalFile.kind(at: path) else {
      return step.old != step.new && step.new != nil
    }
    guard let old = step.old, kind == (old.mode == .link ? .link : .file),
      let content = try LocalFile.stored(path)?.content
    else { return false }
    if Repository.blobID(of: content) == old.id { return true }
    // As `core.autocrlf` lays a file out.
    let unified = content.indices.filter { index in
      content[index] != 0x0D || index + 1 == content.count || content[index + 1] != 0x0A
    }.map { content[$0] }
    return kind == .file && unified.count != content.count
      && Repository.blobID(of: unified) == old.id
  }

  /// What the index lacks where it still is as it was before the write.
  private func indexUpdates(
    _ steps: [Step],
    _ repository: borrowing Repository
  ) throws -> [IndexUpdate] {
    var updates: [IndexUpdate] = []
    for step in steps where step.old != step.new {
      if try repository.indexState(of: step.path) == Self.state(step.old) {
        updates.append(IndexUpdate(step.path, step.new))
      }
    }
    return updates
  }

  private static func state(_ entry: IndexUpdate.Entry?) -> IndexState {
    entry.map { .entry($0.mode, $0.id) } ?? .absent
  }
}

import Base
import Git
import Versions

/// A release that another git has taken back without being asked to.
///
/// `git commit` reads the index before it locks it. If a release is written in between, the old index
/// is put back, and the next commit takes the release back. The lines of a log are never removed, so
/// an index or a commit that lacks some which the working file still has shows it. The tags of the
/// releases are still there then; who removes them as well has taken the releases back on purpose.
struct TakenBack {
  /// The commit whose state the index has again, or a commit that took back something of its
  /// parent.
  let old: Commit
  /// The commit that has the releases: the newest commit, or the parent.
  let new: Commit
  /// Whether there is a commit without them.
  let isCommitted: Bool

  /// How far back it is looked for.
  private static let mostCommits = 1000

  /// - Returns: What has to be put right first; `nil` if nothing was taken back.
  static func find(in workspace: borrowing Workspace) throws -> TakenBack? {
    guard !workspace.repository.isBare, workspace.repository.operationInProgress == nil,
      case .branch(let branch, let tip) = try workspace.currentHead(),
      // Index and working files say nothing of another branch.
      case .branch(branch, _) = try workspace.repository.head()
    else { return nil }
    let newest = try workspace.repository.commit(tip)
    let files = try WorkTree(of: workspace.repository)
    for file in try files.status(of: [workspace.releasesPath]) {
      let path = TreePath(unchecked: file.path)
      guard !file.isConflicted, LocalFile.kind(at: "\(files.path)/\(path)") == .file else {
        continue
      }
      guard let found = try find(at: path, newest, files, in: workspace.repository) else {
        continue
      }
      return try found.hasTags(in: workspace) ? found : nil
    }
    return nil
  }

  private static func find(
    at path: TreePath,
    _ newest: Commit,
    _ files: WorkTree,
    in repository: borrowing Repository
  ) throws -> TakenBack? {
    let committed = try repository.entry(at: path, in: newest.tree)?.id
    let staged: ObjectID?
    switch try files.indexState(of: path) {
    case .absent: staged = nil
    case .entry(_, let id): staged = id
    case .conflicted: return nil
    }
    if staged != committed {
      guard let committed, try lacks(staged, linesOf: committed, in: repository),
        try files.isUnchanged(path, from: committed)
      else { return nil }
    }
    var commit = newest
    for _ in 0..<mostCommits {
      guard let parent = try commit.parents.first.map({ try repository.commit($0) }) else { break }
      let before = try repository.entry(at: path, in: parent.tree)?.id
      if staged != committed {
        if before == staged { return TakenBack(old: parent, new: newest, isCommitted: false) }
      } else if before != committed {
        guard let before, try lacks(committed, linesOf: before, in: repository),
          try files.isUnchanged(path, from: before)
        else { return nil }
        return TakenBack(old: commit, new: parent, isCommitted: true)
      }
      commit = parent
    }
    return nil
  }

  /// Whether a log has some of the lines of another one, and no more.
  private static func lacks(
    _ log: ObjectID?,
    linesOf other: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    let newline = UInt8(ascii: "\n")
    let lines = try log.map { try repository.blob($0) } ?? []
    return try Set(repository.blob(other).split(separator: newline))
      .isStrictSuperset(of: lines.split(separator: newline))
  }

  /// The records that the logs lack: those of a log without releases are withdrawals.
  private func records(
    in workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, releases: [Release])] {
    let logs = try differences(in: workspace.repository, below: workspace.releasesPath)
    return try logs.compactMap { change in
      guard let id = change.new?.id, let name = Workspace.component(loggedIn: change.path.name)
      else { return nil }
      let file = change.path.string
      let log = try ReleaseLog(reading: workspace.repository.blob(id), file: file)
      let left = try ReleaseLog(
        reading: change.old.map { try workspace.repository.blob($0.id) } ?? [],
        file: file
      )
      return (name, log.releases.filter { left.release($0.version) == nil })
    }
  }

  /// Whether the tags of all releases are here, and lead to the commit that had them.
  private func hasTags(in workspace: borrowing Workspace) throws -> Bool {
    for (component, releases) in try records(in: workspace) {
      for release in releases {
        guard let tag = try workspace.repository.tag(release.tagName(of: component)),
          try workspace.repository.header(of: tag.target)?.kind == .commit,
          try tag.target == new.id || workspace.repository.isAncestor(tag.target, of: new.id)
        else { return false }
      }
    }
    return true
  }

  /// The releases and withdrawals that were taken back, as in `Menu 1.0.0, Table 1.1.0`.
  func names(in workspace: borrowing Workspace) throws -> String {
    try records(in: workspace).flatMap { component, releases in
      releases.isEmpty
        ? ["withdrawals of \(component)"] : releases.map { "\(component) \($0.version)" }
    }.joined(separator: ", ")
  }

  /// The updates that make the index what the newest commit and the working files are.
  func indexUpdates(in repository: borrowing Repository) throws -> [IndexUpdate] {
    try stagedDifferences(in: repository).map { change in
      IndexUpdate(
        change.path,
        change.new.map { IndexUpdate.Entry(mode: $0.mode, id: $0.id) }
      )
    }
  }

  /// The files that a commit took back, as they were before, if they have not changed since.
  ///
  /// - Parameter used: The folder of the change notes: releases remove those, and nothing else.
  func files(
    _ base: WriteBase,
    removing used: TreePath,
    in repository: borrowing Repository
  ) throws -> [PlannedFile] {
    try stagedDifferences(in: repository).compactMap { change in
      guard change.new != nil || change.path.isInside(used),
        try repository.entry(at: change.path, in: base.tree)?.id == change.old?.id
      else { return nil }
      return PlannedFile(
        path: change.path,
        old: try change.old.map { try repository.blob($0.id) },
        new: try change.new.map { try repository.blob($0.id) }
      )
    }
  }

  /// The files that differ, and are in the index as they are without the releases.
  private func stagedDifferences(in repository: borrowing Repository) throws -> [TreeChange] {
    let changes = try differences(in: repository)
    let states = try WorkTree(of: repository).indexStates(of: changes.map(\.path))
    return changes.filter { states[$0.path] == IndexState($0.old) }
  }

  /// The files that differ, and are in the working tree as they are with the releases.
  private func differences(
    in repository: borrowing Repository,
    below folder: TreePath = .root
  ) throws -> [TreeChange] {
    let files = try WorkTree(of: repository)
    return try repository.changes(from: old.tree, to: new.tree).filter { change in
      guard change.path.isInside(folder) else { return false }
      let kind = LocalFile.kind(at: "\(files.path)/\(change.path)")
      guard let new = change.new else { return kind == nil }
      return try new.mode.isFile && change.old?.mode.isFile ?? true && kind == .file
        && files.isUnchanged(change.path, from: new.id)
    }
  }
}

extension IndexState {
  fileprivate init(_ entry: TreeEntry?) {
    self = entry.map { .entry($0.mode, $0.id) } ?? .absent
  }
}

extension Workspace {
  /// Says what another git has taken back and the next write will restore; `nil` if there is nothing.
  package func noteOnWhatWasTakenBack() throws -> String? {
    guard let found = try TakenBack.find(in: self) else { return nil }
    let names = try found.names(in: self)
    return "note: another git has taken back \(names): the next command that writes restores it"
  }
}

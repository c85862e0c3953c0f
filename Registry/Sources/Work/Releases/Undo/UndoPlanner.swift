import Base
import Content
package import Git
package import Model
package import Versions

/// Works out how a release is removed, or the reason against it.
struct UndoPlanner {
  let request: UndoRelease
  let base: WriteBase

  func plan(in workspace: borrowing Workspace) throws -> UndoRelease.Result {
    let (name, _) = try base.state.manifest.component(named: request.component)
    let (release, parent) = try lastRelease(of: name, in: workspace)
    let others = try others(beside: name, since: parent, in: workspace)
    let changes = try changes(since: parent, name, release, others.map(\.component), workspace)
    if !request.takesOthers, !others.isEmpty { throw together(name, release, others) }
    let all = [(component: name, version: release.version)] + others
    let manifest = base.state.manifest
    let tagNames = Set(all.map { manifest.tagNaming(of: $0.component).tag($0.version) })
    try checkUnshared(name, release, tagNames, in: workspace.repository)
    let tags = try all.compactMap { try tag(of: $0.component, $0.version, in: workspace) }
    return UndoRelease.Result(
      component: name,
      release: release,
      others: others,
      undone: base.tip,
      commit: parent,
      plan: WritePlan(
        .goBack(to: parent, removing: tags),
        reason: "registry: undo \(name) \(release.version)",
        reliesOn: [try workspace.repository.commit(parent).tree],
        restored: try restored(changes, in: workspace.repository)
      )
    )
  }

  /// The release that the newest commit recorded, if it is what was asked for, and the commit before.
  private func lastRelease(
    of name: ComponentName,
    in workspace: borrowing Workspace
  ) throws -> (release: Release, parent: ObjectID) {
    let log = try workspace.log(of: name, in: base.state)
    guard let newest = log.currentRelease else {
      throw OperationError(.unknownRelease, "'\(name)' was never released")
    }
    // First of all: who follows advice about another release withdraws a good one.
    let asked = try request.version.map { try log.release($0, of: name) }
    guard let last = try newRelease(in: log, of: name, workspace) else {
      let meant = asked ?? newest
      throw OperationError(
        .notLastRelease,
        "the newest commit is not the release of '\(name)' \(meant.version): something was committed"
          + " after it",
        help: Self.help(name, meant, in: log)
      )
    }
    guard let asked, asked.version != last.release.version else { return last }
    throw OperationError(
      .notLastRelease,
      "the last release of '\(name)' is '\(last.release.version)', expected '\(asked.version)'",
      help: Self.help(name, asked, in: log)
    )
  }

  /// Returns the release that the newest commit added to the log; `nil` if it did anything else to
  /// it.
  private func newRelease(
    in log: ReleaseLog,
    of name: ComponentName,
    _ workspace: borrowing Workspace
  ) throws -> (release: Release, parent: ObjectID)? {
    let parents = try workspace.repository.commit(base.tip).parents
    guard parents.count == 1, let parent = parents.first else { return nil }
    let path = workspace.logPath(of: name)
    let tree = try workspace.repository.commit(parent).tree
    let before =
      try workspace.content(of: path, in: tree)
      .map { try ReleaseLog(reading: $0, file: path.string) } ?? ReleaseLog(file: path.string)
    guard case .release(let release)? = before.records(missingSince: log).first,
      before.records(missingSince: log).count == 1, log.records(missingSince: before).isEmpty
    else { return nil }
    // A commit that only restored the record is not the one that released it.
    if let tag = try workspace.repository.tag(release.tagName(of: name)),
      try workspace.repository.header(of: tag.target)?.kind == .commit,
      try tag.target == parent || workspace.repository.isAncestor(tag.target, of: parent)
    {
      return nil
    }
    return (release, parent)
  }

  /// The releases that the newest commit recorded of other components.
  private func others(
    beside name: ComponentName,
    since parent: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, version: SemanticVersion)] {
    let before = try workspace.state(at: parent)
    var others: [(component: ComponentName, version: SemanticVersion)] = []
    for other in base.state.manifest.components.keys.sorted() where other != name {
      let file = String(workspace.logPath(of: other).name)
      guard base.state.logBlobs[file] != before.logBlobs[file] else { continue }
      let added = try workspace.log(of: other, in: before)
        .records(missingSince: workspace.log(of: other, in: base.state))
      for case .release(let release) in added { others.append((other, release.version)) }
    }
    return others
  }

  private func together(
    _ name: ComponentName,
    _ release: Release,
    _ others: [(component: ComponentName, version: SemanticVersion)]
  ) -> OperationError {
    let names = others.map { "'\($0.component)' \($0.version)" }
    return OperationError(
      .notLastRelease,
      "the commit of '\(name)' \(release.version) also released \(names.shortList(3))",
      help: "remove all of them with 'registry undo \(name) --together'"
    )
  }

  /// Returns the changes of the newest commit; throws if there is more than releases bring.
  private func changes(
    since parent: ObjectID,
    _ name: ComponentName,
    _ release: Release,
    _ others: [ComponentName],
    _ workspace: borrowing Workspace
  ) throws -> [TreeChange] {
    let names = [name] + others
    let own =
      names.map { workspace.logPath(of: $0) } + changelogs(of: names)
      + [workspace.manifestPath, Workspace.changelogPath, MergeAttributes.path]
    let changes = try workspace.repository.changes(
      from: workspace.repository.commit(parent).tree,
      to: base.tree
    )
    let versions = try versionFiles(of: names, since: parent, in: workspace)
    let signatures = names.map {
      workspace.signaturesPath.appending(TreePath(known: $0.text))
    }
    let used = try usedNotes(of: names, since: parent, in: workspace)
    let foreign = changes.first { change in
      if own.contains(change.path) || signatures.contains(where: change.path.isInside) {
        return false
      }
      if let left = used[change.path] { return left != change.new?.id }
      return change.new == nil || versions[change.path].map(Repository.blobID) != change.new?.id
    }
    guard let foreign else { return changes }
    throw OperationError(
      .notLastRelease,
      "the commit of '\(name)' \(release.version) also changes '\(foreign.path)', which would be"
        + " lost",
      help: Self.yankHelp(name, release)
    )
  }

  /// The change notes of the commit before, as the releases left them, by file; `nil` for none.
  private func usedNotes(
    of names: [ComponentName],
    since parent: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [TreePath: ObjectID?] {
    let manifest = try workspace.state(at: parent).manifest
    let notes = try ChangeNotes(
      in: workspace.repository.commit(parent).tree,
      manifest,
      of: workspace
    )
    let files = notes.removing(Set(names)).map { ($0.path, $0.new.map(Repository.blobID)) }
    return Dictionary(uniqueKeysWithValues: files)
  }

  /// In the folders of the components.
  private func changelogs(of names: [ComponentName]) -> [TreePath] {
    let manifest = base.state.manifest
    guard manifest.changelogs == .components else { return [] }
    return names.compactMap { manifest.components[$0]?.path.appending(Changelog.componentFile) }
  }

  /// The files that were changed, as going back makes them again.
  private func restored(
    _ changes: [TreeChange],
    in repository: borrowing Repository
  ) throws -> [RestoredFile] {
    var files: [RestoredFile] = []
    for change in changes {
      files.append(
        RestoredFile(
          path: change.path,
          old: try change.new.map { try repository.blob($0.id) },
          new: try change.old.map { try repository.blob($0.id) }
        )
      )
    }
    return files
  }

  /// Throws if the release may be known to others: to a remote repository, or to another branch.
  private func checkUnshared(
    _ name: ComponentName,
    _ release: Release,
    _ tagNames: Set<String>,
    in repository: borrowing Repository
  ) throws {
    if let remote = try repository.branches("refs/remotes/*", containing: base.tip).first {
      throw OperationError(
        .alreadyPushed,
        "'\(name)' \(release.version) has been pushed: '\(remote.dropFirst("refs/remotes/".count))'"
          + " has it",
        help: Self.yankHelp(name, release)
      )
    }
    let branch = try repository.branches("refs/heads/*", containing: base.tip)
      .first { $0 != base.branch }
    let tag = try repository.tags()
      .first { $0.target == base.tip && !tagNames.contains($0.name) }
    guard let holder = branch ?? tag.map({ "refs/tags/\($0.name)" }) else { return }
    throw OperationError(
      .releaseInUse,
      "'\(holder.dropFirst("refs/".count))' has '\(name)' \(release.version) as well",
      help: "remove it there first; or \(Self.yankHelp(name, release))"
    )
  }

  /// Returns the help for a release that cannot be taken back.
  private static func help(
    _ name: ComponentName,
    _ release: Release,
    in log: ReleaseLog
  ) -> String {
    log.yank(of: release.version) == nil
      ? yankHelp(name, release) : "it is withdrawn already: nothing more can be done about it"
  }

  private static func yankHelp(_ name: ComponentName, _ release: Release) -> String {
    "withdraw it with 'registry yank \(name) \(release.version) --reason WHY'"
  }
}

extension UndoPlanner {
  /// The tag of the release, if it is at the newest commit, or at one that this commit replaced, as
  /// `git commit --amend` and a rebase do: no branch has that one, and it recorded the same releases.
  func tag(
    of component: ComponentName,
    _ version: SemanticVersion,
    in workspace: borrowing Workspace
  ) throws -> Tag? {
    let name = base.state.manifest.tagNaming(of: component).tag(version)
    guard let tag = try workspace.repository.tag(name) else { return nil }
    if tag.target == base.tip { return tag }
    guard let replaced = try? workspace.repository.commit(tag.target),
      try workspace.repository.branches("refs/heads/*", containing: tag.target).isEmpty,
      try workspace.repository.branches("refs/remotes/*", containing: tag.target).isEmpty
    else { return nil }
    let path = workspace.logPath(of: component)
    let isSame =
      try workspace.content(of: path, in: replaced.tree)
      == workspace.content(of: path, in: base.tree)
    return isSame ? tag : nil
  }

  /// The files of the commit before with the versions of the releases in them.
  func versionFiles(
    of names: [ComponentName],
    since parent: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [TreePath: [UInt8]] {
    let before = try workspace.state(at: parent)
    let tree = try workspace.repository.commit(parent).tree
    var files: [TreePath: [UInt8]] = [:]
    for name in names {
      guard let component = before.manifest.components[name] else { continue }
      let added = try workspace.log(of: name, in: before)
        .records(missingSince: workspace.log(of: name, in: base.state))
      for case .release(let release) in added {
        let edits = try VersionEdits(component, of: before.manifest, release.version)
          .files(in: tree, over: files, of: workspace.repository)
        files.merge(edits) { $1 }
      }
    }
    return files
  }
}

/// Removes the last release.
///
/// Only while no other clone can have it: Documentation/Decisions/undo.md says why.
package struct UndoRelease: WritingOperation {
  /// The component as it was typed.
  package var component: String
  /// The release that is meant; saying it keeps a repeated command from taking back another one.
  package var version: SemanticVersion?
  /// Whether all other releases of the same commit go with it; a commit with others is refused
  /// otherwise.
  package var takesOthers: Bool
  package var context: WriteContext

  package init(
    component: String,
    version: SemanticVersion? = nil,
    takesOthers: Bool = false,
    context: WriteContext = WriteContext()
  ) {
    self.component = component
    self.version = version
    self.takesOthers = takesOthers
    self.context = context
  }

  package struct Result: WritingResult {
    package let component: ComponentName
    /// The release that is no longer recorded.
    package let release: Release
    /// The other releases that the same commit recorded.
    package let others: [(component: ComponentName, version: SemanticVersion)]
    /// The commit that is gone from the branch; git's reflog has it for a while.
    package let undone: ObjectID
    /// The commit that the branch goes back to.
    package var commit: ObjectID?
    package let plan: WritePlan?
  }

  package var task: String { "registry undo \(component)" }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    try UndoPlanner(request: self, base: base).plan(in: workspace)
  }
}

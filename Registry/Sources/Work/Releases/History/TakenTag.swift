import Base
import Git
import Model
import Versions

/// A tag of a release that the branch has no record of, although its commit recorded it.
///
/// The version is used, so it is not used again, and its tag must not be removed.
struct TakenTag {
  private let naming: TagNaming
  private let version: SemanticVersion
  private let commit: ObjectID

  private var component: ComponentName { naming.component }

  /// Throws if there is such a tag.
  ///
  /// - Parameters:
  ///   - tip: Of the branch.
  ///   - advised: What may be released instead.
  static func refuse(
    _ naming: TagNaming,
    _ version: SemanticVersion,
    at tip: ObjectID,
    advising advised: AdvisedVersions,
    in workspace: borrowing Workspace
  ) throws {
    guard let taken = try TakenTag(naming, version, in: workspace) else { return }
    let next = try advised.advice(from: version.nextFree, in: workspace)
    throw try taken.refusal(at: tip, advising: next, in: workspace)
  }

  /// - Returns: `nil` if there is no such tag, or its commit has no record of the release.
  private init?(
    _ naming: TagNaming,
    _ version: SemanticVersion,
    in workspace: borrowing Workspace
  ) throws {
    guard let tag = try workspace.repository.tag(naming.tag(version)),
      try workspace.repository.header(of: tag.target)?.kind == .commit,
      let state = try? workspace.state(at: tag.target),
      let log = try? workspace.log(of: naming.component, in: state), log.release(version) != nil
    else { return nil }
    (self.naming, self.version, commit) = (naming, version, tag.target)
  }

  /// - Parameter next: A version that is free.
  private func refusal(
    at tip: ObjectID,
    advising next: String,
    in workspace: borrowing Workspace
  ) throws -> OperationError {
    let name = naming.tag(version)
    guard try commit == tip || workspace.repository.isAncestor(commit, of: tip) else {
      return OperationError(
        .tagExists,
        "'\(component)' \(version) was released on another branch, in the commit"
          + " '\(commit.hex.prefix(12))' of the tag '\(name)'",
        help: "merge that branch, or release a newer version, such as \(next); remove the tag with"
          + " 'git tag -d \(name)' only if it was never pushed"
      )
    }
    let removal = try removal(before: tip, in: workspace)
    let remover =
      removal.map { ", and '\($0.commit.id.hex.prefix(12))' removed its record" } ?? ""
    let restoring = try removal.map { "put the record back \(try way(to: $0, in: workspace)), or " }
    return OperationError(
      .tagExists,
      "'\(component)' \(version) was released in the commit '\(commit.hex.prefix(12))' of this"
        + " branch\(remover)",
      help: "a version is released once: \(restoring ?? "")release a newer one, such as \(next)"
    )
  }

  /// How to get the record back.
  ///
  /// - Parameter removal: Its revert is advised only if that reverts nothing else.
  private func way(
    to removal: (commit: Commit, parent: Commit),
    in workspace: borrowing Workspace
  ) throws -> String {
    let (remover, parent) = removal
    let removed = try changedPaths(from: parent.tree, to: remover.tree, in: workspace)
    let release = try workspace.repository.commit(commit)
    let before = try release.parents.first.map { try workspace.repository.commit($0).tree }
    let isAlone = try removed.isSubset(
      of: changedPaths(from: before, to: release.tree, in: workspace)
    )
    if remover.parents.count == 1, isAlone || Revert(remover)?.isOnlyRevert == true {
      return "with 'git revert \(remover.id.hex.prefix(12))'"
    }
    let path = workspace.logPath(of: component)
    return "by adding its line to '\(path)' again, as in"
      + " 'git show \(parent.id.hex.prefix(12)):\(path)'"
  }

  private func changedPaths(
    from old: ObjectID?,
    to new: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> Set<TreePath> {
    Set(try workspace.repository.changes(from: old, to: new).map(\.path))
  }

  /// The newest commit that no longer has the record, and its parent that has it.
  private func removal(
    before tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> (commit: Commit, parent: Commit)? {
    let path = workspace.logPath(of: component)
    var graph = CommitGraph()
    for id in try workspace.repository.commits(touching: path, from: tip, graph: &graph) {
      let commit = try workspace.repository.commit(id)
      for parent in commit.parents where try isRecorded(in: parent, workspace) {
        return (commit, try workspace.repository.commit(parent))
      }
    }
    return nil
  }

  private func isRecorded(
    in commit: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> Bool {
    let path = workspace.logPath(of: component)
    guard workspace.repository.contains(commit),
      let bytes = try workspace.content(of: path, in: workspace.repository.commit(commit).tree)
    else { return false }
    return try ReleaseLog(reading: bytes, file: path.string).release(version) != nil
  }
}

import Git
import GitValues
import PublishedForm
import RegistryModel
import Versioning
import Workspace
import Writing

extension UndoPlanner {
  /// The tag of the release, if it is at the newest commit, or at one that this commit replaced, as
  /// `git commit --amend` and a rebase do: no branch has that one, and it recorded the same releases.
  func tag(
    of name: ComponentName,
    _ version: SemanticVersion,
    in workspace: borrowing Workspace
  ) throws -> Tag? {
    guard let tag = try workspace.repository.tag(releaseTag(name, version)) else { return nil }
    if tag.target == base.tip { return tag }
    guard let replaced = try? workspace.repository.commit(tag.target),
      try !isOnBranch(tag.target, in: workspace.repository)
    else { return nil }
    let path = workspace.logPath(of: name)
    let isSame =
      try workspace.content(of: path, in: replaced.tree)
      == workspace.content(of: path, in: base.tree)
    return isSame ? tag : nil
  }

  private func isOnBranch(
    _ commit: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    if try !repository.remoteBranches(containing: commit).isEmpty { return true }
    for reference in try repository.references(matching: "refs/heads/*") {
      guard case .object(let id) = reference.target else { continue }
      if try repository.isAncestor(commit, of: id) { return true }
    }
    return false
  }
}

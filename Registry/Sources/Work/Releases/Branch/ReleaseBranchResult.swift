package import Git
import Model

/// The result of a release on a branch of its own, apart from the releases.
package struct ReleaseBranchResult: Sendable {
  /// Without `refs/heads/`.
  package let name: String
  /// The commit that the branch was at; `nil` for a new branch.
  package let replaced: ObjectID?
  /// Releases of other branches that conflict with these.
  package let conflicts: [BranchConflict]
}

extension WritePlan {
  /// Whether the branch already has a commit that makes the same changes to the base.
  func isMade(
    on target: TargetBranch?,
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    guard let old = target?.old else { return false }
    let commit = try workspace.repository.commit(old)
    guard commit.parents == [base.tip] else { return false }
    let changes = try workspace.repository.changes(from: base.tree, to: commit.tree)
    let changed = Dictionary(changes.map { ($0.path, $0.new?.id) }) { first, _ in first }
    let planned = files.filter { $0.old != $0.new }
    return changed.count == planned.count
      && planned.allSatisfy { changed[$0.path] == .some(Repository.blobID(of: $0.new)) }
  }
}

extension MakeReleases.Result {
  /// The same for a branch of its own; without a plan if the branch already has it.
  func branched(
    to branch: ReleaseBranch,
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Self {
    let isMade = try plan?.isMade(on: base.target, from: base, in: workspace) ?? false
    let conflicts = try BranchConflict.all(
      with: planned.steps.map(\.prepared),
      beside: branch,
      at: base.tip,
      base.state,
      in: workspace
    )
    return Self(
      planned: planned,
      plan: isMade ? nil : plan,
      branch: ReleaseBranchResult(
        name: branch.name,
        replaced: base.target?.old,
        conflicts: conflicts
      )
    )
  }
}

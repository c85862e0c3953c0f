import Base
import Git
import Model

/// A branch with one release commit, for review and merge.
///
/// It starts at the commit that is checked out. A branch that contains only such a commit is
/// replaced; commits of people are dropped only on request.
package struct ReleaseBranch: Sendable {
  /// As it was typed, without `refs/heads/`.
  package let name: String
  private let replacesCommits: Bool

  /// - Parameter replacesCommits: Whether the branch may lose commits that no release made.
  package init(_ name: String, replacesCommits: Bool = false) {
    (self.name, self.replacesCommits) = (name, replacesCommits)
  }

  private static let most = 3

  var reference: String { "refs/heads/\(name)" }

  /// The state of the branch before the write.
  ///
  /// - Parameters:
  ///   - tip: The commit at which the branch is to start.
  ///   - now: The date of the new commit. If the branch already has the same releases on the same
  ///     commit, it keeps their date, so that the same commit results.
  func target(
    at tip: ObjectID,
    now: GitTime,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch {
    try checkName(in: workspace.repository)
    let old = try workspace.repository.resolve(reference)
    let tracking = try trackingBranches(in: workspace.repository)
    var time = now
    for (branch, commit) in [(name, old)] + tracking {
      guard let commit else { continue }
      let found = try commits(of: commit, notIn: tip, workspace)
      if let made = found.made, made.parents == [tip] { time = made.author.time }
      if !found.others.isEmpty, !replacesCommits { throw Self.refusal(branch, found.others) }
    }
    return TargetBranch(name: reference, old: old, time: time)
  }

  /// The remote-tracking branches of the same name, as of the last fetch.
  private func trackingBranches(
    in repository: borrowing Repository
  ) throws -> [(name: String, tip: ObjectID?)] {
    try repository.remoteURLs().keys.sorted().map { remote in
      let branch = "\(remote)/\(name)"
      return (branch, try repository.resolve("refs/remotes/\(branch)"))
    }
  }

  /// The commits of a branch that are not in the history of `base`.
  ///
  /// - Returns: The release commit if there is no other; otherwise the commits of other people,
  ///   newest first.
  private func commits(
    of branch: ObjectID,
    notIn base: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> (made: Commit?, others: [Commit]) {
    var (open, seen) = ([branch], Set([branch]))
    var commits: [Commit] = []
    while let id = open.popLast(), commits.count < Self.most {
      if try workspace.repository.isAncestor(id, of: base) { continue }
      let commit = try workspace.repository.commit(id)
      commits.append(commit)
      open += commit.parents.filter { seen.insert($0).inserted }
    }
    guard commits.count == 1, let only = commits.first, try workspace.isReleaseCommit(only) else {
      return (nil, commits)
    }
    return (only, [])
  }

  private static func refusal(_ branch: String, _ commits: [Commit]) -> OperationError {
    let list = commits.map { "'\($0.id.hex.prefix(12)) \($0.summary)'" }.joined(separator: ", ")
    return OperationError(
      .branchHasCommits,
      "the branch '\(branch)' has commits that are not merged and that no release made: \(list)",
      help: "merge it, or name another branch; '--replace' leaves these commits behind"
    )
  }

  /// Throws if git does not accept the name, or the branch is checked out.
  private func checkName(in repository: borrowing Repository) throws {
    guard try repository.isReferenceName(reference), !name.hasPrefix("-"), name != "HEAD" else {
      throw OperationError(.invalidBranch, "invalid branch name '\(name)'")
    }
    let folders = TreePath(known: reference).ancestors.dropLast(2).map(\.string)
    for folder in folders where try repository.reference(folder) != nil {
      throw Self.collision(folder, reference)
    }
    if let other = try repository.references(matching: "\(reference)/*").first {
      throw Self.collision(other.name, reference)
    }
    if let place = try repository.workingTree(of: reference) {
      throw OperationError(
        .branchCheckedOut,
        "the branch '\(name)' is checked out in '\(place)'",
        help: "name another branch: this one's files would not be updated"
      )
    }
  }

  private static func collision(_ taken: String, _ wanted: String) -> OperationError {
    let names = [taken, wanted].map { $0.dropFirst("refs/heads/".count) }
    return OperationError(
      .invalidBranch,
      "the branch '\(names[0])' exists, so no branch can be named '\(names[1])'",
      help: "name another branch"
    )
  }
}

extension Workspace {
  /// Whether a release on a branch of its own made the commit: its parent is the commit that its
  /// records name, it has their date, and it was committed before that date, which is not so after
  /// an amendment or a rebase.
  fileprivate func isReleaseCommit(_ commit: Commit) throws -> Bool {
    guard commit.parents.count == 1, let parent = commit.parents.first,
      commit.committer.time == TargetBranch.commitTime(for: commit.author.time)
    else { return false }
    var found = try UnmergedReleases(notIn: state(at: parent))
    let releases = try found.releases(at: commit.id, in: self).map(\.release)
    return !releases.isEmpty
      && releases.allSatisfy { release in
        release.source == parent
          && release.date.secondsSince1970 == Int(commit.author.time.seconds)
      }
  }
}

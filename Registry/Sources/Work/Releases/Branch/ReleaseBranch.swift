import Base
package import Git
import Model
package import Versions

/// A branch with one release commit, for review and merge.
///
/// It starts at the commit that is checked out. A branch that contains only such a commit is
/// replaced; commits of people are dropped only on request.
package struct ReleaseBranch: Sendable {
  /// The name as it was typed, without `refs/heads/`.
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

/// The result of a release on a branch of its own, apart from the releases.
package struct ReleaseBranchResult: Sendable {
  /// The name without `refs/heads/`.
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
      && planned.allSatisfy { changed[$0.path] == .some($0.new.map(Repository.blobID)) }
  }
}

extension ReleasePlan {
  /// The same for a branch of its own; nothing is to be written if the branch already has it.
  func branched(
    to branch: ReleaseBranch,
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Self {
    var branched = self
    if try plan?.isMade(on: base.target, from: base, in: workspace) == true { branched.plan = nil }
    branched.branch = ReleaseBranchResult(
      name: branch.name,
      replaced: base.target?.old,
      conflicts: try BranchConflict.all(
        with: releases,
        beside: branch,
        at: base.tip,
        base.state,
        in: workspace
      )
    )
    return branched
  }
}

/// The releases that other commits have and a state does not.
struct UnmergedReleases {
  private let state: RegistryState
  /// The releases by the tree of the logs, which most branches have in common with others.
  private var found: [ObjectID: [(component: ComponentName, release: Release)]] = [:]

  init(notIn state: RegistryState) {
    self.state = state
  }

  /// The releases of a commit, by component; empty if it has no readable registry data, like a
  /// branch from before there was a registry.
  mutating func releases(
    at commit: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, release: Release)] {
    let tree = try workspace.repository.commit(commit).tree
    guard let folder = try workspace.repository.entry(at: workspace.releasesPath, in: tree)?.id
    else { return [] }
    if let found = found[folder] { return found }
    let releases = try releases(in: try? workspace.state(at: commit), workspace)
    found[folder] = releases
    return releases
  }

  private func releases(
    in other: RegistryState?,
    _ workspace: borrowing Workspace
  ) throws -> [(component: ComponentName, release: Release)] {
    guard let other else { return [] }
    var found: [(ComponentName, Release)] = []
    for name in workspace.loggedComponents(in: other)
    where other.logName(of: name) != state.logName(of: name) {
      guard let theirs = try? workspace.log(of: name, in: other) else { continue }
      let own = try workspace.log(of: name, in: state)
      found += theirs.releases.filter { own.release($0.version) != $0 }.map { (name, $0) }
    }
    return found
  }
}

/// A release on an unmerged branch that conflicts with a planned release.
package struct BranchConflict: Hashable, Sendable {
  /// The reason why only one of the branches can be merged as it is.
  package enum Reason: Hashable, Sendable {
    /// Both release the component: they write the same line of the manifest.
    case component
    /// Both release this version of it, so that only one of the branches can be merged.
    case version
    /// The planned release requires the component, and its requirement does not allow this release.
    case requirement(of: ComponentName, VersionRequirement)
    /// The release requires a planned one, which its requirement does not allow.
    case dependency(ComponentName, SemanticVersion, VersionRequirement)
  }

  /// The branch as git prints it, such as `release-menu` or `origin/release-menu`.
  package let branch: String
  /// The component of the release on the unmerged branch.
  package let component: ComponentName
  /// The version of the release on the unmerged branch.
  package let version: SemanticVersion
  package let reason: Reason
}

extension BranchConflict {
  /// Looks through the branches of this clone, remote-tracking ones too, that are not merged.
  ///
  /// - Parameters:
  ///   - releases: The planned ones.
  ///   - branch: Where they will be; it is created again.
  static func all(
    with releases: [PlannedRelease],
    beside branch: ReleaseBranch,
    at tip: ObjectID,
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> [BranchConflict] {
    var found = UnmergedReleases(notIn: state)
    var conflicts: [BranchConflict] = []
    for (name, commit) in try branches(beside: branch, notIn: tip, workspace.repository) {
      for (component, other) in try found.releases(at: commit, in: workspace) {
        let log = try workspace.log(of: component, in: state)
        // If both release the component, no other conflict has to be listed.
        let own = releases.filter { $0.component == component }
        let reasons = (own.isEmpty ? releases : own).flatMap {
          $0.reasons(against: other, of: component, after: log.currentRelease?.version)
        }
        for reason in reasons {
          let isKnown = conflicts.contains {
            ($0.component, $0.version, $0.reason) == (component, other.version, reason)
          }
          if isKnown { continue }
          conflicts.append(
            BranchConflict(
              branch: name,
              component: component,
              version: other.version,
              reason: reason
            )
          )
        }
      }
    }
    return conflicts
  }

  /// The branches with commits that are not in the history of `tip`, local ones first, each commit
  /// once.
  private static func branches(
    beside own: ReleaseBranch,
    notIn tip: ObjectID,
    _ repository: borrowing Repository
  ) throws -> [(name: String, commit: ObjectID)] {
    let same =
      try ["refs/heads/\(own.name)"]
      + repository.remoteURLs().keys.map { "refs/remotes/\($0)/\(own.name)" }
    var branches: [(name: String, commit: ObjectID)] = []
    var seen: Set<ObjectID> = []
    for prefix in ["refs/heads/", "refs/remotes/"] {
      for reference in try repository.references(matching: "\(prefix)*") {
        guard !same.contains(reference.name), case .object(let commit) = reference.target,
          try repository.header(of: commit)?.kind == .commit, seen.insert(commit).inserted
        else { continue }
        branches.append((String(reference.name.dropFirst(prefix.count)), commit))
      }
    }
    var graph = CommitGraph()
    let merged = try repository.ancestors(among: seen, of: tip, graph: &graph)
    return branches.filter { !merged.contains($0.commit) }
  }
}

extension PlannedRelease {
  /// Why this release and one of another branch conflict.
  ///
  /// - Parameter last: The component's greatest release that both branches have. A release that
  ///   follows an older one changes other lines.
  fileprivate func reasons(
    against other: Release,
    of name: ComponentName,
    after last: SemanticVersion?
  ) -> [BranchConflict.Reason] {
    if name == component {
      if other.version.releaseKey == version.releaseKey { return [.version] }
      let areNewest = last.map { $0 < other.version && $0 < version } ?? true
      return areNewest ? [.component] : []
    }
    var reasons: [BranchConflict.Reason] = []
    let isNewest = last.map { $0 < other.version } ?? true
    if isNewest, let requirement = record.requires[name], !requirement.allows(other.version) {
      reasons.append(.requirement(of: component, requirement))
    }
    if let requirement = other.requires[component], !requirement.allows(version) {
      reasons.append(.dependency(component, version, requirement))
    }
    return reasons
  }
}

extension VersionRequirement {
  fileprivate func allows(_ version: SemanticVersion) -> Bool {
    version.isPrerelease || (contains(version) && !admitsIncompatible(version))
  }
}

import Git
import Model
package import Versions

/// A release on an unmerged branch that conflicts with a planned release.
package struct BranchConflict: Hashable, Sendable {
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

  /// As git prints it, such as `release-menu` or `origin/release-menu`.
  package let branch: String
  package let component: ComponentName
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
    with releases: [PreparedRelease],
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

extension PreparedRelease {
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
      if other.version.releaseKey == release.version.releaseKey { return [.version] }
      let areNewest = last.map { $0 < other.version && $0 < release.version } ?? true
      return areNewest ? [.component] : []
    }
    var reasons: [BranchConflict.Reason] = []
    let isNewest = last.map { $0 < other.version } ?? true
    if isNewest, let requirement = release.requires[name], !requirement.allows(other.version) {
      reasons.append(.requirement(of: component, requirement))
    }
    if let requirement = other.requires[component], !requirement.allows(release.version) {
      reasons.append(.dependency(component, release.version, requirement))
    }
    return reasons
  }
}

extension VersionRequirement {
  fileprivate func allows(_ version: SemanticVersion) -> Bool {
    version.isPrerelease || (contains(version) && !admitsIncompatible(version))
  }
}

import Base
import Model
import SemverRules
import Versions

/// The versions of groups, which follow from the plans of their components.
extension ReleasePlanning {
  /// Chooses the version of each group, then refuses the groups of which a component is held.
  ///
  /// - Returns: Whether there is a new rule, so that everything has to be planned again. This ends,
  ///   because a group's version only grows and a refused group stays refused.
  mutating func settleGroups(in workspace: borrowing Workspace) throws -> Bool {
    var isNew = false
    for group in groups.all where !blocked.contains(group.name) {
      let members = Set(group.members)
      let due = releases.filter { members.contains($0.component) }
      guard !due.isEmpty else { continue }
      let asked = groups.versions[group.name]
      let version = try asked ?? self.version(of: group, due, in: workspace)
      for name in group.isFixed ? group.members : due.map(\.component) {
        // A person may have requested another version for one component of a linked group.
        if case .asked? = rules[name] { continue }
        if case .group(let known, _)? = rules[name], known >= version { continue }
        rules[name] = .group(version, isAsked: asked != nil)
        isNew = true
      }
    }
    return isNew || blockGroups()
  }

  /// Refuses the fixed groups of which a component is held.
  private mutating func blockGroups() -> Bool {
    var isNew = false
    for group in groups.all where group.isFixed && !blocked.contains(group.name) {
      let members = Set(group.members)
      // The reason itself comes first; a dependency that is held in the group has one, too.
      let component = held.first { held in
        guard members.contains(held.name) else { return false }
        if case .dependency(let dependency) = held.reason { return !members.contains(dependency) }
        return true
      }
      guard let component = component ?? held.first(where: { members.contains($0.name) }) else {
        continue
      }
      blocked.insert(group.name)
      // Without the others, it would be held because of them.
      if case .refused(let error) = component.reason { refused[component.name] = error }
      for name in group.members where name != component.name {
        rules[name] = nil
        refused[name] = refused[name] ?? .held(with: component.name, in: group.name)
      }
      isNew = true
    }
    return isNew
  }

  /// The version that follows the group's greatest release, by the greatest change of all reasons.
  private func version(
    of group: ComponentGroups.Membership,
    _ due: [PlannedRelease],
    in workspace: borrowing Workspace
  ) throws -> SemanticVersion {
    let known = due.compactMap { release -> SemanticVersion? in
      if case .group(let version, _)? = rules[release.component] { version } else { nil }
    }.max()
    let members = group.members.compactMap { subjects[$0] }
    let greatest = members.filter { $0.start != nil }.max { left, right in
      left.start.flatMap { left in right.start.map { left < $0 } } ?? false
    }
    guard let greatest, let last = greatest.start else {
      return try free(
        from: group.group.version(SemanticVersion(1, 0, 0)),
        of: group,
        in: workspace
      )
    }
    let level = due.flatMap { release in
      release.reasons.filter { !$0.isInside(group) }.map { $0.level(release.evidence) }
    }.max()
    var next: SemanticVersion
    if greatest.baseline != nil, due.allSatisfy({ subjects[$0.component]?.isChanged == false }) {
      // Nothing but the baselines is released.
      next = last
    } else if group.group.prerelease != nil {
      next = try group.group.version(
        (level ?? .unchanged).lowestAllowedVersion(after: last.core)
      )
    } else {
      let promise =
        try greatest.baseline?.version
        ?? VersionRule.reasons
        .promise(in: workspace.log(of: greatest.name, in: start.state))?.version
      next = try (level ?? .unchanged).version(after: last, promise: promise)
    }
    if let known, known > next { next = known }
    return try free(from: next, of: group, in: workspace)
  }

  /// The version, or the first one after it that every component of the group can have.
  private func free(
    from version: SemanticVersion,
    of group: ComponentGroups.Membership,
    in workspace: borrowing Workspace
  ) throws -> SemanticVersion {
    var taken: [TakenVersions] = []
    for name in group.members {
      guard let subject = subjects[name] else { continue }
      let log = try workspace.log(of: name, in: start.state)
      taken.append(TakenVersions(of: name, subject.component, log, among: tags))
    }
    return try group.group.free(from: version) { version in
      taken.contains { $0.contains(version) }
    }
  }
}

extension ReleaseReason {
  /// Whether it is a dependency that gets the same version.
  fileprivate func isInside(_ group: ComponentGroups.Membership) -> Bool {
    if case .dependency(let taken) = self { group.members.contains(taken.name) } else { false }
  }
}

extension OperationError {
  fileprivate static func held(with component: ComponentName, in group: GroupName) -> Self {
    OperationError(
      .notReleased,
      "its fixed group '\(group)' is released together, and '\(component)' cannot be released",
      help: "fix what prevents the release of '\(component)'"
    )
  }
}

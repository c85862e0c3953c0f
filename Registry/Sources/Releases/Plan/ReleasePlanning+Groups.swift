import APICompatibility
import RegistryModel
import Versioning
import Workspace

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
      let due = steps.filter { members.contains($0.name) }
      guard !due.isEmpty else { continue }
      let asked = groups.versions[group.name]
      let version = try asked ?? self.version(of: group, due, in: workspace)
      for name in group.isFixed ? group.members : due.map(\.name) {
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
      guard let component = held.first(where: { members.contains($0.name) }) else { continue }
      blocked.insert(group.name)
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
    let known = due.compactMap { step -> SemanticVersion? in
      if case .group(let version, _)? = rules[step.name] { version } else { nil }
    }.max()
    let members = group.members.compactMap { subjects[$0] }
    let greatest = members.max { left, right in
      guard let right = right.release?.version else { return false }
      return left.release.map { $0.version < right } ?? true
    }
    guard let greatest, let last = greatest.release?.version else {
      return try group.group.version(SemanticVersion(1, 0, 0))
    }
    let level = due.flatMap(\.reasons).filter { !$0.isInside(group) }.map(\.level).max()
    var next: SemanticVersion
    if group.group.prerelease != nil {
      next = try group.group.version(
        (level ?? .unchanged).lowestAllowedVersion(after: last.core)
      )
    } else {
      let promise = VersionRule.reasons
        .promise(in: try workspace.log(of: greatest.name, in: start.state))
      next = try NextVersion(after: last, promise: promise?.version).version(level ?? .unchanged)
    }
    if let known, known > next { next = known }
    return next
  }

  /// Throws if a person requested a release of a fixed group in which nothing has changed.
  func refuseUnchangedGroups() throws(OperationError) {
    for group in groups.all where group.isFixed {
      guard let version = groups.versions[group.name] else { continue }
      let members = Set(group.members)
      let due = steps.filter { members.contains($0.name) }
      guard let last = due.first?.previous, due.count == group.members.count,
        due.allSatisfy({ $0.reasons.contains(.group(group.name)) && $0.previous == last }),
        !last.isPrerelease || version.isPrerelease
      else { continue }
      let isWithdrawn = group.members.contains { subjects[$0]?.available != last }
      if isWithdrawn { continue }
      throw OperationError.nothingChanged(since: last, context: "group '\(group.name)'")
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

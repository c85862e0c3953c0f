import Base
import Content
import Git
package import Model
package import Versions

/// The commands that release a component, by the rules that the commands follow.
package struct ReleaseAdvice {
  private let manifest: Manifest
  private let groups: ComponentGroups

  /// Creates advice by the groups of a manifest.
  package init(_ manifest: Manifest) {
    self.manifest = manifest
    groups = ComponentGroups(manifest)
  }

  /// Releases what is committed of the component, with all of its fixed group.
  ///
  /// - Parameter version: Of the release; `nil` to compute it.
  package func command(
    releasing component: ComponentName,
    as version: SemanticVersion? = nil
  ) -> String {
    if let group = groups.group(of: component), group.isFixed {
      return "registry release \(group.name)" + (version.map { "=\($0)" } ?? "")
    }
    return "registry bump \(component)" + (version.map { " \($0)" } ?? "")
  }

  /// Releases what is committed of the component at the lowest version that meets a requirement; `nil`
  /// if no further version does.
  ///
  /// - Parameter state: The recorded releases, which the version follows.
  func command(
    releasing component: ComponentName,
    meeting requirement: VersionRequirement,
    in state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> String? {
    let group = groups.group(of: component).flatMap { $0.isFixed ? $0 : nil }
    let (last, taken) = try versions(of: group?.members ?? [component], in: state, workspace)
    let lowest = requirement.namedVersions[0]
    let next =
      try last.map { last in
        [try last.incremented(.minor), try last.incremented(.patch)]
      } ?? []
    let candidates = [lowest.core, try lowest.incremented(.minor)] + next
    let met = candidates.filter { version in
      requirement.contains(version) && last.map { $0 < version } ?? true
        && !taken.contains { $0.isUsed(version) }
    }
    return met.min().map { command(releasing: component, as: $0) }
  }

  /// The help for releases that cannot be resolved without a component's withdrawn releases.
  ///
  /// Where the branch still has the files of a withdrawn one, its dependents may need what is in it.
  package func help(
    replacing component: ComponentName,
    in state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> String {
    let log = try workspace.log(of: component, in: state)
    let withdrawn = try withdrawnFiles(of: component, log, in: state, workspace)
    if let left = log.greatestAvailable?.version, withdrawn == nil {
      return "'registry plan' shows the releases that require '\(left)' of '\(component)' instead;"
        + " 'registry release' makes them"
    }
    guard manifest.components[component]?.isPrivate == false else {
      return "remove the dependency on '\(component)'"
    }
    return "fix the cause, commit that, and release it again:"
      + " '\(try command(releasingAgain: component, after: withdrawn, in: state, in: workspace))'"
  }

  /// The withdrawn release that the branch has the files of.
  private func withdrawnFiles(
    of name: ComponentName,
    _ log: ReleaseLog,
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> SemanticVersion? {
    guard case .commit(_, let root) = state.origin, let component = manifest.components[name],
      !component.isPrivate,
      let folder = try state.trees.tree(at: component.path, in: root, of: workspace.repository)
    else { return nil }
    let forms = ReleasedForms(root: root, rootFiles: manifest.rootFiles)
    let isFromBaseline = log.baseline(of: component) != nil
    let same = try (isFromBaseline ? log.newestWithdrawn : log.newestReleases).first { release in
      try forms.matches(release, folder, at: component.path, in: workspace.repository)
    }
    return same.flatMap { log.yank(of: $0.version) == nil ? nil : $0.version }
  }

  /// Releases the component, changed or not, after its last release was withdrawn.
  ///
  /// - Parameter withdrawn: The release that others require; `nil` if any version will do.
  func command(
    releasingAgain component: ComponentName,
    after withdrawn: SemanticVersion? = nil,
    in state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> String {
    guard let group = groups.group(of: component), group.isFixed else {
      guard let withdrawn, let listed = manifest.components[component] else {
        return command(releasing: component)
      }
      let log = try workspace.log(of: component, in: state)
      let taken = try TakenVersions(
        of: component,
        listed,
        log,
        among: workspace.repository.tagNames()
      )
      return command(releasing: component, as: try taken.unused(from: withdrawn.nextFree))
    }
    let version = try unused(of: group, in: state, workspace)
    return command(releasing: component, as: version)
  }

  /// The version that a person asks for by an increment, for a whole group.
  func version(
    of group: ComponentGroups.Membership,
    by increment: VersionIncrement,
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> SemanticVersion {
    let (last, taken) = try versions(of: group.members, in: state, workspace)
    let version = try (last ?? SemanticVersion(0, 0, 0)).incremented(increment)
    return try group.group.free(from: version) { version in
      taken.contains { $0.isUsed(version) }
    }
  }

  /// The version, or the first one after it, that a whole group may get: what a refusal advises.
  ///
  /// - Parameter version: `nil` for the one that follows the last.
  func unused(
    from version: SemanticVersion? = nil,
    of group: ComponentGroups.Membership,
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> SemanticVersion {
    let (last, taken) = try versions(of: group.members, in: state, workspace)
    let isUsed = { (version: SemanticVersion) in taken.contains { $0.isUsed(version) } }
    if let last, version ?? last <= last {
      return try group.group.next(after: last, unless: isUsed)
    }
    let version = version ?? SemanticVersion(1, 0, 0)
    let start = group.group.prerelease == nil ? version : try group.group.version(version.core)
    return try group.group.free(from: start, unless: isUsed)
  }

  /// The greatest version of components that is not withdrawn, and the versions that each of them cannot
  /// have.
  private func versions(
    of components: [ComponentName],
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> (last: SemanticVersion?, taken: [TakenVersions]) {
    let logs = try workspace.logs(of: components, in: state)
    let tags = try workspace.repository.tagNames()
    var taken: [TakenVersions] = []
    var last: SemanticVersion?
    for (name, log) in zip(components, logs) {
      guard let component = manifest.components[name] else { continue }
      taken.append(TakenVersions(of: name, component, log, among: tags))
      let start = log.baseline(of: component)?.version ?? log.greatestAvailable?.version
      last = [last, start].compactMap(\.self).max()
    }
    return (last, taken)
  }
}

/// The versions that a refusal suggests in place of one: for the component, or for its whole group.
struct AdvisedVersions {
  let taken: TakenVersions
  /// The group, if its version was refused, and not that of one component.
  var group: ComponentGroups.Membership?
  let state: RegistryState

  /// The version, or the first one after it that is free, as it is typed.
  func advice(
    from version: SemanticVersion,
    in workspace: borrowing Workspace
  ) throws -> String {
    guard let group else { return try taken.unused(from: version).description }
    let next = try ReleaseAdvice(state.manifest)
      .unused(from: version, of: group, in: state, workspace)
    return "\(group.name)=\(next)"
  }
}

extension Group {
  /// The lowest version that may follow another one.
  func next(
    after last: SemanticVersion,
    unless isTaken: (SemanticVersion) -> Bool
  ) throws(OperationError) -> SemanticVersion {
    let next =
      prerelease == nil
      ? last.isPrerelease ? last.core : last.nextPatch
      : try version(last.isPrerelease ? last.core.nextPatch : last.nextPatch)
    return try free(from: next, unless: isTaken)
  }

  /// The version, or the first one after it that is free, in the form that the group's versions have.
  func free(
    from version: SemanticVersion,
    unless isTaken: (SemanticVersion) -> Bool
  ) throws(OperationError) -> SemanticVersion {
    var version = version
    while isTaken(version) {
      version =
        prerelease == nil ? try version.nextFree : try self.version(version.core.nextPatch)
    }
    return version
  }
}

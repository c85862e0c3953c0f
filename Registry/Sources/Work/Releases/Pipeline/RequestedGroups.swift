import Base
import Git
import Model
import Versions

/// The groups of a request, with the versions that a person asked for.
struct RequestedGroups: Sendable {
  private let groups: ComponentGroups
  private(set) var versions: [GroupName: SemanticVersion] = [:]

  /// No groups, as for the release of one component alone.
  init() {
    groups = ComponentGroups()
  }

  init(_ manifest: Manifest) {
    groups = ComponentGroups(manifest)
  }

  var all: [ComponentGroups.Membership] { groups.all }

  func group(of component: ComponentName) -> ComponentGroups.Membership? {
    groups.group(of: component)
  }

  func group(named text: String) -> ComponentGroups.Membership? {
    groups.group(named: text)
  }

  /// The component, with all of its fixed group.
  func releasedTogether(with component: ComponentName) -> [ComponentName] {
    guard let group = groups.group(of: component), group.isFixed else { return [component] }
    return group.members
  }

  /// Throws if a group is given two versions.
  mutating func ask(
    _ version: SemanticVersion,
    for asked: [ComponentGroups.Membership]
  ) throws(OperationError) {
    for group in asked {
      if let other = versions[group.name], !other.isSpelled(like: version) {
        throw OperationError(
          .noVersion,
          "the group '\(group.name)' is to be '\(other)' and '\(version)', expected one version"
        )
      }
      versions[group.name] = version
    }
  }

  /// Throws for a version that is lower than the last release, or the baseline, of a component that gets it.
  func checkVersions(
    _ subjects: [ComponentName: ReleaseSubject],
    in state: RegistryState,
    of workspace: borrowing Workspace
  ) throws {
    for group in groups.all {
      guard let version = versions[group.name] else { continue }
      let released = group.members.compactMap { subjects[$0] }
        .filter { group.isFixed || $0.isChanged }
        .compactMap { subject in
          // As for one component, withdrawn releases are no reason against a lower version.
          subject.start.map { (name: subject.name, last: $0) }
        }
      guard let (name, last) = released.max(by: { $0.last < $1.last }), version < last else {
        continue
      }
      let next = try ReleaseAdvice(state.manifest)
        .unused(from: version, of: group, in: state, workspace)
      throw OperationError(
        .versionNotGreater,
        "'\(version)' is not greater than '\(last)', the last release of '\(name)'",
        help: "try '\(group.name)=\(next)'",
        context: "group '\(group.name)'"
      )
    }
  }

  /// Throws if a component cannot be released alone.
  ///
  /// - Parameter accepted: Why its incompatible changes are accepted.
  func refuse(
    _ component: ComponentName,
    _ choice: VersionChoice,
    _ accepted: String?,
    in state: RegistryState,
    of workspace: borrowing Workspace
  ) throws {
    guard let group = groups.group(of: component) else { return }
    let count = group.members.count
    if group.isFixed {
      let advice = ReleaseAdvice(state.manifest)
      let version: SemanticVersion? =
        switch choice {
        case .exactly(let version): version
        case .step(let increment):
          try advice.version(of: group, by: increment, in: state, workspace)
        case .lowestAllowed: nil
        }
      let option = accepted.map { " --accept-breaking \("\(component)=\($0)".shellQuoted)" } ?? ""
      throw OperationError(
        .groupMember,
        "it is in the fixed group '\(group.name)', whose"
          + " \(count == 1 ? "component is" : "\(count) components are") released together",
        help: "release the group: '\(advice.command(releasing: component, as: version))\(option)'"
      )
    }
    guard case .lowestAllowed = choice, group.group.prerelease != nil else { return }
    throw OperationError(
      .groupMember,
      "its version follows from the group '\(group.name)', expected a version to release it alone",
      help: "name the version, or release it with 'registry release \(component)'"
    )
  }
}

package import APICompatibility
import Git
package import GitValues
package import Interfaces
package import RegistryModel
package import Versioning

/// What is to be released so that nothing is left that changed and is not.
package struct ReleasePlan: Sendable {
  /// Dependencies before those who use them.
  package var steps: [PlannedRelease]
  /// What cannot be released as it stands, by name.
  package let held: [HeldComponent]
  /// Whether the public interfaces were compared; if not, versions follow from the commits alone.
  package let comparesInterfaces: Bool
  /// What was asked for and is released already.
  let standing: [StandingRelease]
  /// The components that a person named, those of named groups included.
  let named: Set<ComponentName>
  /// The commit that it is about.
  var tip: ObjectID

  /// Whether something changed and is not released.
  package var hasChanges: Bool {
    !steps.isEmpty || held.contains(where: \.isChanged)
  }
}

/// A release that was asked for and was made before, with the same content.
struct StandingRelease: Sendable {
  let component: ComponentName
  let release: Release
  let previous: Release?
}

/// The next release of one component, and why it is to be made.
package struct PlannedRelease: Sendable {
  package let path: TreePath
  /// What the reasons together ask of those who use the component; nothing for a first release.
  package let level: InterfaceLevel?
  /// Whether a person named the version.
  package let isAsked: Bool
  package let reasons: [ReleaseReason]
  /// The greatest release; nothing for a first one.
  package let previous: SemanticVersion?
  /// The components whose last releases require it, by name.
  package internal(set) var dependents: [PlannedDependent] = []
  /// The releases after the greatest one that is not withdrawn.
  package internal(set) var withdrawn: [Yank] = []
  /// What the changelog says before the list of changes.
  let notes: String?
  /// With the files that the release commit edits.
  let candidate: ReleaseCandidate
  /// Not packed before all that is planned is known.
  var prepared: PreparedRelease

  package var name: ComponentName { prepared.component }
  /// The group that the version is common to.
  package var group: GroupName? { prepared.group }
  package var version: SemanticVersion { prepared.release.version }
}

/// Why a component needs a release.
package enum ReleaseReason: Hashable, Sendable {
  /// It was never released.
  case first
  /// It was never released, and goes on from its baseline.
  case baseline(SemanticVersion)
  /// Its files changed.
  case commits(CommitSummary)
  /// How its public interface differs from the last release's.
  case interface(InterfaceComparison)
  /// It is to take in a release that its last one does not admit.
  case dependency(TakenDependency)
  /// Nothing but a release of the fixed group that it is in.
  case group(GroupName)

  /// What it asks of those who use the component.
  var level: InterfaceLevel {
    switch self {
    case .first, .baseline, .group, .interface(.noLibrary), .interface(.firstRelease): .unchanged
    case .commits(let summary): summary.level
    case .interface(.difference(let difference)): difference.level
    case .dependency(let taken): taken.level
    }
  }
}

extension ReleaseSubject {
  /// Why it is to be released.
  ///
  /// - Parameters:
  ///   - summary: `nil` if the files are the last release's, or there is none.
  ///   - group: The fixed group that it is in.
  func reasons(
    _ summary: CommitSummary?,
    _ evidence: InterfaceEvidence?,
    taking taken: [TakenDependency],
    in group: GroupName?
  ) -> [ReleaseReason] {
    var reasons: [ReleaseReason] = []
    if release == nil {
      reasons = [isChanged ? baseline.map { .baseline($0.version) } ?? .first : .first]
    }
    if let summary { reasons.append(.commits(summary)) }
    if case .compared(let comparison)? = evidence?.finding, evidence?.since != nil {
      reasons.append(.interface(comparison))
    }
    reasons += taken.map { .dependency($0) }
    if let group, !isChanged, taken.isEmpty { reasons.insert(.group(group), at: 0) }
    return reasons
  }
}

/// A release of a dependency that the last release of its dependent does not admit.
package struct TakenDependency: Hashable, Sendable {
  /// Whether those who use the dependent meet the dependency's types.
  package enum Exposure: String, Hashable, Sendable {
    case exposed
    case hidden
    /// It was not looked at, which has to count as ``exposed``.
    case unknown
  }

  package let name: ComponentName
  package let version: SemanticVersion
  /// What the dependent's last release says.
  package let recorded: VersionRequirement
  package let exposure: Exposure

  /// What taking it in asks of those who use the dependent.
  var level: InterfaceLevel {
    let isCompatible = recorded.contains(version) && !recorded.admitsIncompatible(version)
    return exposure == .hidden || isCompatible ? .unchanged : .breaking
  }
}

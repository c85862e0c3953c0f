package import APICompatibility
import Git
package import GitValues
import RegistryModel
package import Versioning

/// What is to be released so that nothing is left that changed and is not.
package struct ReleasePlan: Sendable {
  /// Dependencies before those who use them.
  package let steps: [PlannedRelease]
  /// What cannot be released as it stands, by name.
  package let held: [HeldComponent]
  /// Whether the public interfaces were compared; if not, versions follow from the commits alone.
  package let comparesInterfaces: Bool
  /// The commit that it is about.
  let tip: ObjectID

  /// Whether something changed and is not released.
  package var hasChanges: Bool {
    !steps.isEmpty || held.contains(where: \.isChanged)
  }
}

/// The next release of one component, and why it is to be made.
package struct PlannedRelease: Sendable {
  package let name: ComponentName
  package let path: TreePath
  /// Nothing for a first release.
  package let previous: SemanticVersion?
  package let version: SemanticVersion
  /// What the reasons together ask of those who use the component; nothing for a first release.
  package let level: InterfaceLevel?
  /// Whether a person named the version.
  package let isAsked: Bool
  package let reasons: [ReleaseReason]
  /// What was found out about the public interface.
  let evidence: InterfaceEvidence
  let candidate: ReleaseCandidate
}

/// Why a component needs a release.
package enum ReleaseReason: Hashable, Sendable {
  /// It was never released.
  case first
  /// Its files changed.
  case commits(CommitSummary)
  /// How its public interface differs from the last release's.
  case interface(InterfaceComparison)
  /// It is to take in a release that its last one does not admit.
  case dependency(TakenDependency)
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

/// A component that is left as it is, and why.
package struct HeldComponent: Hashable, Sendable {
  package enum Reason: Error, Hashable, Sendable {
    /// The manifest's own `requires` does not admit what the dependency comes to.
    case requirement(on: ComponentName, VersionRequirement, version: SemanticVersion)
    /// It needs a release of a component that is held itself.
    case dependency(ComponentName)
    /// What is committed cannot be released.
    case refused(OperationError)
  }

  package let name: ComponentName
  /// Whether its files differ from its last release.
  package let isChanged: Bool
  package let reason: Reason

  /// The reason in words, as who asked for the release by name is to be told.
  package var refusal: OperationError {
    switch reason {
    case .requirement(let dependency, let requirement, let version):
      OperationError(
        .requirementUnmet,
        "the manifest's \"requires\" holds \(dependency) to \(requirement), which \(version) does not"
          + " meet",
        help: "change it there, to release \(name) with \(dependency) \(version)",
        context: "component '\(name)'"
      )
    case .dependency(let dependency):
      OperationError(
        .dependencyUnreleased,
        "it depends on \(dependency), which has changes that are not released",
        help: "'registry bump \(dependency) --dry-run' says what prevents its release",
        context: "component '\(name)'"
      )
    case .refused(let error): error
    }
  }
}

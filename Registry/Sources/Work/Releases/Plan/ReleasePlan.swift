package import Base
package import Checks
package import Git
package import Model
package import SemverRules
package import Versions

/// The releases that are due.
package struct ReleasePlan: Sendable {
  /// The planned releases, dependencies before their dependents.
  package var steps: [PlannedRelease]
  /// The components that cannot be released as they are, by name.
  package let held: [HeldComponent]
  /// Whether the public interfaces were compared; if not, versions follow from the commits alone.
  package let comparesInterfaces: Bool
  /// Requested releases that already exist.
  let existing: [ExistingRelease]
  /// Components that did not change since a release that is withdrawn.
  package let withdrawn: [WithdrawnState]
  /// Components with uncommitted changes that are neither released nor held.
  package let uncommitted: [ComponentName]
  /// The components that a person named, including those of named groups.
  let named: Set<ComponentName>
  /// The commit that it was computed from.
  var tip: ObjectID

  /// The files of a component as a withdrawn release has them.
  package struct WithdrawnState: Sendable {
    /// The component whose files they are.
    package let component: ComponentName
    /// The version of the withdrawn release.
    package let version: SemanticVersion
    /// The command that releases the files again.
    package let command: String
  }

  /// The held components that no other system could release either.
  package var heldEverywhere: [HeldComponent] {
    let reasons = Dictionary(held.map { ($0.name, $0.reason) }) { first, _ in first }
    return held.filter { component in
      var reason: HeldComponent.Reason? = component.reason
      // Dependencies form no cycle that is held for this reason.
      for _ in held {
        guard case .dependency(let name)? = reason else { break }
        reason = reasons[name]
      }
      guard case .refused(let error)? = reason else { return true }
      return error.code != .platformUnavailable
    }
  }

  /// Whether something changed and is not released.
  package var hasChanges: Bool {
    !steps.isEmpty || held.contains(where: \.isChanged)
  }
}

/// A requested release that already exists with the same content.
struct ExistingRelease: Sendable {
  let component: ComponentName
  let release: Release
  let previous: Release?

  init(_ release: Release, of component: ComponentName, _ log: ReleaseLog) {
    (self.component, self.release) = (component, release)
    previous = log.release(before: release.version)
  }
}

/// The next release of one component, and why it is due.
package struct PlannedRelease: Sendable {
  /// The greatest change among the reasons; `nil` for a first release.
  package let level: InterfaceLevel?
  /// Whether a person named the version.
  package let isAsked: Bool
  /// The reasons why it is due.
  package let reasons: [ReleaseReason]
  /// The greatest release; `nil` for a first one.
  package let previous: SemanticVersion?
  /// The components whose last releases require it, by name.
  package internal(set) var dependents: [PlannedDependent] = []
  /// The releases after the greatest one that is not withdrawn.
  package internal(set) var withdrawn: [Yank] = []
  /// Packed only when the whole plan is known.
  var prepared: PreparedRelease

  package var name: ComponentName { prepared.component }
  /// The folder of the component, from the root of the repository.
  package var path: TreePath { candidate.path }
  var candidate: ReleaseCandidate { prepared.candidate }
  /// The group whose common version it has.
  package var group: GroupName? { prepared.group }
  package var version: SemanticVersion { prepared.release.version }
}

/// The reason why a component needs a release.
package enum ReleaseReason: Hashable, Sendable {
  /// It was never released, or all of its releases are withdrawn.
  case first(isWithdrawn: Bool)
  /// It goes on from its baseline, which is no release.
  case baseline(SemanticVersion, isFirst: Bool)
  /// Its releases so far are internal, and the next one is published, with the same files.
  case publication
  /// Its files changed.
  case commits(CommitSummary)
  /// What was written of its changes, by file name.
  case noted([NotedChange])
  /// How its public interface differs from the last release's.
  case interface(InterfaceComparison)
  /// It must accept a release of a dependency that its last release does not admit.
  case dependency(TakenDependency)
  /// It only follows its fixed group.
  case group(GroupName)

  /// The change that it requires.
  ///
  /// - Parameter evidence: Of the release; accepted breakages do not count.
  func level(_ evidence: InterfaceEvidence?) -> InterfaceLevel {
    switch self {
    case .first, .baseline, .publication, .group, .interface(.noLibrary),
      .interface(.firstRelease):
      .unchanged
    case .commits(let summary): summary.level
    case .noted(let changes): changes.map(\.level.interfaceLevel).max() ?? .unchanged
    case .interface(.difference(let difference)): evidence?.promised ?? difference.level
    case .dependency(let taken): taken.level
    }
  }
}

extension ReleaseSubject {
  /// The reasons for a release.
  ///
  /// - Parameters:
  ///   - summary: `nil` if the files are those of the last release, or there is none.
  ///   - group: The fixed group that it is in.
  func reasons(
    _ summary: CommitSummary?,
    _ noted: [NotedChange],
    _ evidence: InterfaceEvidence?,
    taking taken: [TakenDependency],
    in group: GroupName?
  ) -> [ReleaseReason] {
    var reasons: [ReleaseReason] = []
    if let baseline, isChanged || release != nil {
      reasons = [.baseline(baseline.version, isFirst: release == nil)]
    } else if release == nil {
      reasons = [.first(isWithdrawn: isWithdrawn)]
    }
    if isPublishedFirst { reasons.append(.publication) }
    if let summary { reasons.append(.commits(summary)) }
    if !noted.isEmpty { reasons.append(.noted(noted)) }
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
  /// Whether the dependent's public interface uses types of the dependency.
  package enum Exposure: String, Hashable, Sendable {
    case exposed
    case hidden
    /// Not checked, which counts as ``exposed``.
    case unknown
  }

  /// The name of the dependency.
  package let name: ComponentName
  /// The version of the release.
  package let version: SemanticVersion
  /// The requirement of the dependent's last release.
  package let recorded: VersionRequirement
  package private(set) var exposure: Exposure

  func exposed(_ exposure: Exposure) -> TakenDependency {
    var copy = self
    copy.exposure = exposure
    return copy
  }

  /// The change that accepting it requires.
  var level: InterfaceLevel {
    let isCompatible = recorded.contains(version) && !recorded.admitsIncompatible(version)
    return exposure == .hidden || isCompatible ? .unchanged : .breaking
  }
}

extension [ReleaseReason] {
  /// Returns the text of the changelog before the list of changes, which has no commit to tell of a
  /// dependency or of a group.
  ///
  /// - Parameter own: What a person wants to be said.
  func changelogNotes(_ own: String?) -> String? {
    let taken = compactMap { reason in
      if case .dependency(let taken) = reason { "\(taken.name) \(taken.version)" } else { nil }
    }
    let sentence = taken.isEmpty ? nil : "Updates to \(taken.joined(separator: ", "))."
    let group: String? =
      if case .group(let name)? = first {
        "Released with the group \(name); it has no changes of its own."
      } else { nil }
    let notes = [own, sentence, group].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "\n\n")
  }
}

/// A component whose last release requires one that is to be released.
package struct PlannedDependent: Hashable, Sendable {
  /// The name of the dependent.
  package let name: ComponentName
  /// The version of its last release.
  package let version: SemanticVersion
  /// The requirement of its last release on the planned one.
  package let requirement: VersionRequirement
  /// Whether the requirement allows the planned release.
  package let isMet: Bool
  /// The version of its own planned release; `nil` if there is none.
  package let next: SemanticVersion?
}

extension ReleasePlanning {
  /// The steps with their effects on dependents and the withdrawn releases that they replace.
  func reviewed(
    _ steps: [PlannedRelease],
    in workspace: borrowing Workspace
  ) throws -> [PlannedRelease] {
    try steps.map { step in
      var step = step
      step.dependents = dependents(on: step)
      let log = try workspace.log(of: step.name, in: start.state)
      let last = log.greatestAvailable?.version
      step.withdrawn = log.releases.map(\.version).filter { version in
        last.map { $0 < version } ?? true
      }.compactMap { log.yank(of: $0) }
      return step
    }
  }

  private func dependents(on step: PlannedRelease) -> [PlannedDependent] {
    subjects.values.compactMap { subject in
      guard let release = subject.release, let requirement = release.requires[step.name] else {
        return nil
      }
      return PlannedDependent(
        name: subject.name,
        version: release.version,
        requirement: requirement,
        isMet: requirement.contains(step.version) && !requirement.admitsIncompatible(step.version),
        next: planned[subject.name]
      )
    }.sorted { $0.name < $1.name }
  }
}

/// A component that is not released, and why.
package struct HeldComponent: Hashable, Sendable {
  /// The reason why a component is held.
  package enum Reason: Hashable, Sendable {
    /// It needs a release of another held component.
    case dependency(ComponentName)
    /// The committed files cannot be released, for this reason.
    case refused(OperationError)
  }

  package let name: ComponentName
  /// Whether its files differ from its last release.
  package let isChanged: Bool
  package let reason: Reason

  /// The reason as an error, for a person who requested the release by name.
  package var refusal: OperationError {
    switch reason {
    case .dependency(let dependency):
      OperationError(
        .dependencyUnreleased,
        "it depends on \(dependency), which has unreleased changes",
        help: "'registry plan \(dependency)' shows why it cannot be released",
        context: "component '\(name)'"
      )
    case .refused(let error): error
    }
  }
}

/// The declarations in the messages of the commits since a release.
package struct CommitSummary: Hashable, Sendable {
  /// Zero if the history does not show the commits, as after a rebase.
  package let count: Int
  /// Commits that declare an incompatible change and were not reverted since.
  package let breaking: Int
  /// Commits that declare a compatible feature and were not reverted since.
  package let features: Int

  init(_ changes: ReleaseChanges, of component: ComponentName, _ scopes: ComponentScopes) {
    let commits = changes.standing.map { ConventionalSubject.all(of: $0, for: component, scopes) }
    count = changes.all.count
    breaking = commits.count { $0.contains(where: \.isBreaking) }
    features = commits.count { subjects in
      subjects.contains(where: \.isFeature) && !subjects.contains(where: \.isBreaking)
    }
  }

  /// The change that they declare; without commits, the greatest.
  package var level: InterfaceLevel {
    breaking > 0 || count == 0 ? .breaking : features > 0 ? .additive : .unchanged
  }
}

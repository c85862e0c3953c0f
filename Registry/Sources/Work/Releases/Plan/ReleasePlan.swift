package import Base
package import Checks
package import Git
package import Model
package import SemverRules
package import Versions

/// The releases that are due; once they are packed, with the commit that makes them.
package struct ReleasePlan: WritingResult {
  /// The releases to make, dependencies before their dependents.
  package var releases: [PlannedRelease]
  /// The components that cannot be released as they are, by name.
  package let held: [HeldComponent]
  /// Whether the public interfaces were compared; if not, versions follow from the commits alone.
  package let comparesInterfaces: Bool
  /// Requested releases that exist already, with the same content.
  let existing: [PlannedRelease]
  /// Components that did not change since a release that is withdrawn.
  package let withdrawn: [WithdrawnState]
  /// Components with uncommitted changes that are neither released nor held.
  package let uncommitted: [ComponentName]
  /// The components that a person named, including those of named groups.
  let named: Set<ComponentName>
  /// The commit that it was computed from.
  let tip: ObjectID
  /// The plan of the commit; `nil` before the releases are packed, and if there is nothing to write.
  package internal(set) var plan: WritePlan?
  /// The branch with the releases; `nil` if they are for the branch that is checked out.
  package internal(set) var branch: ReleaseBranchResult?
  package var commit: ObjectID?

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
    !releases.isEmpty || held.contains(where: \.isChanged)
  }

  /// The release of the one component that was requested, made now or before.
  package var release: PlannedRelease {
    guard let release = releases.first ?? existing.first else {
      preconditionFailure("a component that is named is released, was released, or is refused")
    }
    return release
  }

  /// The error that a run ends with if it did not release everything that is due; `nil` if it did.
  package var refusal: OperationError? {
    guard !held.isEmpty else { return nil }
    let names = held.map { "'\($0.name)'" }.shortList()
    let count = held.count == 1 ? "1 component is" : "\(held.count) components are"
    return OperationError(
      .notReleased,
      "\(count) not released: \(names)",
      help: "fix what prevents \(held.count == 1 ? "it" : "them"), commit, and run the command"
        + " again"
    )
  }
}

/// A release in the making: a candidate with its version, which a plan gives reasons for and a commit
/// records.
package struct PlannedRelease: Sendable {
  /// Read with the files that the release commit edits.
  let candidate: ReleaseCandidate
  /// The record that the commit writes; a public release is packed only when the whole plan is known.
  package internal(set) var record: Release
  /// The result of comparing the public interface; `nil` if it was not compared.
  package let evidence: InterfaceEvidence?
  /// The text of the changelog before the list of changes.
  var notes: String?
  /// The files of the branch into which the release commit writes the version and the changelog
  /// entry, apart from the registry's own files.
  var editedFiles: [TreePath: [UInt8]] = [:]
  /// `nil` if it is not signed.
  package internal(set) var signature: ReleaseSignature?
  /// The changelog entry, if it is part of the released files.
  var entry: ChangelogEntry?
  /// The group whose common version it has.
  package internal(set) var group: GroupName?

  /// Whether a person named the version.
  package internal(set) var isAsked = false
  /// The reasons why it is due; an upload has none.
  package internal(set) var reasons: [ReleaseReason] = []
  /// The greatest change among the reasons; `nil` for a first release.
  package internal(set) var level: InterfaceLevel?
  /// The components whose last releases require it, by name.
  package internal(set) var dependents: [PlannedDependent] = []

  package var component: ComponentName { candidate.name }
  package var version: SemanticVersion { record.version }
  /// The folder of the component, from the root of the repository.
  package var path: TreePath { candidate.path }
  /// The name of the tag, without `refs/tags/`.
  package var tag: String { record.ownTag(of: component) }
  /// The release that it follows on its line; the changelog entry lists the changes since.
  package var previous: Release? { candidate.log.release(before: version) }
  /// The component's greatest version that is not withdrawn; `nil` for a first release.
  package var last: SemanticVersion? { candidate.log.greatestAvailable?.version }
  /// The releases after ``last``, all of which are withdrawn.
  package var withdrawn: [Yank] {
    candidate.log.releases.map(\.version).filter { version in last.map { $0 < version } ?? true }
      .compactMap { candidate.log.yank(of: $0) }
  }
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
  /// The notes on its changes, by file name.
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
  /// The components whose last releases require the one that a release is of.
  func dependents(on made: PlannedRelease) -> [PlannedDependent] {
    subjects.values.compactMap { subject in
      guard let release = subject.release, let requirement = release.requires[made.component]
      else { return nil }
      return PlannedDependent(
        name: subject.name,
        version: release.version,
        requirement: requirement,
        isMet: requirement.contains(made.version) && !requirement.admitsIncompatible(made.version),
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

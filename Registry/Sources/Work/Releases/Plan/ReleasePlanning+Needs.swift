import Base
import Content
import Git
import Model
import Versions

extension ReleasePlanning {
  /// The components that were never released, or only below their baselines, and that a release of
  /// another one needs, changed since their baselines or not.
  var neededFirsts: Set<ComponentName> {
    var needed: Set<ComponentName> = []
    for name in order.reversed() {
      guard let subject = subjects[name], isDue(subject) || needed.contains(name) else { continue }
      needed.formUnion(
        subject.dependencies.filter { subjects[$0]?.isNew ?? false }
      )
    }
    return needed
  }

  /// The releases of dependencies that the last release does not admit, and the next one must.
  func needs(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> [TakenDependency] {
    guard let release = subject.release else { return [] }
    var taken: [TakenDependency] = []
    for name in subject.dependencies.sorted() {
      guard let recorded = release.requires[name], let version = version(of: name) else { continue }
      let wanted = subject.component.requires[name]
      let isPassed =
        try
        (!recorded.contains(version)
        || (wanted == nil
          && base.state.manifest.requirementStyle.replaces(recorded, admitting: version)))
        && !isAhead(version, of: name, beside: recorded, in: workspace)
      guard isPassed || (wanted != nil && wanted != recorded) else { continue }
      // An unchanged requirement in the manifest means that the component stays behind on purpose.
      if wanted == recorded, !subject.isChanged, rules[subject.name] == nil { continue }
      taken.append(
        TakenDependency(name: name, version: version, recorded: recorded, exposure: .unknown)
      )
    }
    return taken
  }

  /// Whether a version is a pre-release, which only explicit requirements accept, and the
  /// requirement already admits the last stable release.
  private func isAhead(
    _ version: SemanticVersion,
    of name: ComponentName,
    beside recorded: VersionRequirement,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    guard version.isPrerelease else { return false }
    let proper = try workspace.log(of: name, in: base.state).releases.map(\.version)
      .last { !$0.isPrerelease }
    guard let proper, let lowest = recorded.namedVersions.first, proper > lowest else {
      return true
    }
    return recorded.contains(proper)
  }

  /// The requested version, if it is already a release with exactly these files.
  ///
  /// - Throws: If other content has it.
  func existing(
    _ subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> PlannedRelease? {
    guard let version = rules[subject.name]?.asked, let tree = subject.tree else { return nil }
    return try unifyingErrors(of: "component '\(subject.name)'") {
      let log = try workspace.log(of: subject.name, in: base.state)
      return try log.existing(
        version,
        tree,
        at: subject.path,
        base.forms,
        in: workspace.repository,
        tagged: ReleaseTags(TagNaming(of: subject.name, at: subject.path), among: tags).versions
      ).map { subject.recorded($0, log) }
    }
  }

  /// The last release, for a request that it already meets.
  func unchanged(
    _ subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> PlannedRelease? {
    let log = try workspace.log(of: subject.name, in: base.state)
    return subject.release.map { subject.recorded($0, log) }
  }

  /// The version of a component that its dependents will require.
  func version(of name: ComponentName) -> SemanticVersion? {
    planned[name] ?? subjects[name]?.release?.version
  }
}

extension ReleaseSubject {
  /// A release that exists already, as a plan names it.
  fileprivate func recorded(_ release: Release, _ log: ReleaseLog) -> PlannedRelease {
    PlannedRelease(
      candidate: ReleaseCandidate(of: release, name, at: path, log),
      record: release,
      evidence: nil
    )
  }
}

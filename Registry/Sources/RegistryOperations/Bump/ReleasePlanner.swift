import Git
import GitValues
import RegistryModel
import Versioning

/// Works out the release of one component from a branch, or the reason against it.
struct ReleasePlanner {
  /// The branch, with the records of releases that the same commit makes before this one.
  let base: WriteBase
  let context: WriteContext

  /// - Parameter evidence: What was found out about the public interface before.
  func outcome(
    for name: ComponentName,
    _ choice: VersionChoice,
    _ evidence: InterfaceEvidence? = nil,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> ReleaseOutcome {
    do {
      let component = try base.state.manifest.component(named: name.text).component
      return try outcome(for: name, component, choice, evidence, in: workspace)
    } catch {
      throw OperationError(error).of("component '\(name)'")
    }
  }

  private func outcome(
    for name: ComponentName,
    _ component: Component,
    _ choice: VersionChoice,
    _ evidence: InterfaceEvidence?,
    in workspace: borrowing Workspace
  ) throws -> ReleaseOutcome {
    let log = try workspace.log(of: name, in: base.state)
    let version = try choice.version(after: log, evidence)
    try BumpChecks.canBeRead(version)
    let checks = BumpChecks(name: name, component: component, base: ReleaseBase(base))
    let tree = try checks.folder(in: workspace)
    try BumpChecks.records(of: name, log, in: base.state)
    if let existing = try log.standing(version, tree: tree) { return .standing(existing) }
    try ReleaseLine(releases: log.releases.map(\.version)).check(version, of: name)
    let candidate = try candidate(checks, log, tree, version, in: workspace)
    context.progress("packing \(name) \(version)")
    let archive = try candidate.archive(version, from: workspace.repository)
    return .draft(try draft(of: candidate, version, evidence, archive: archive))
  }

  /// What is to be released, before its version follows from a look at it.
  func candidate(
    for name: ComponentName,
    in workspace: borrowing Workspace
  ) throws -> ReleaseCandidate {
    let component = try base.state.manifest.component(named: name.text).component
    let log = try workspace.log(of: name, in: base.state)
    let checks = BumpChecks(name: name, component: component, base: ReleaseBase(base))
    let tree = try checks.folder(in: workspace)
    try BumpChecks.records(of: name, log, in: base.state)
    return try candidate(checks, log, tree, nil, in: workspace)
  }

  private func candidate(
    _ checks: BumpChecks,
    _ log: ReleaseLog,
    _ tree: ObjectID,
    _ version: SemanticVersion?,
    in workspace: borrowing Workspace
  ) throws -> ReleaseCandidate {
    let path = checks.component.path
    let (form, listing) = try ReleaseFormPlan(folder: path, tree: tree, root: base.tree)
      .form(in: workspace.repository)
    try UncommittedChanges(below: [path], in: workspace.repository).refuse(below: path)
    try checks.changes(since: log, to: version, form: form, in: workspace)
    return try ReleaseCandidate(
      of: checks.name,
      checks.component,
      form: form,
      listing: listing,
      allowsPrereleases: version?.isPrerelease ?? false,
      base: checks.base,
      in: workspace
    )
  }

  /// The release of a candidate under a version that it may have.
  func draft(
    of candidate: ReleaseCandidate,
    _ version: SemanticVersion,
    _ evidence: InterfaceEvidence?,
    archive: ArchiveChecksum
  ) throws -> ReleaseDraft {
    try evidence?.check(version)
    var release = try candidate.release(version, at: context.clock(), archive: archive)
    release.interface = evidence?.record(of: version)
    return ReleaseDraft(
      name: candidate.name,
      component: candidate.component,
      release: release,
      previous: candidate.log.release(before: version),
      evidence: evidence,
      objects: candidate.objects
    )
  }
}

extension VersionChoice {
  /// - Parameter evidence: What was found out about the public interface; nothing where nobody asked.
  fileprivate func version(
    after log: ReleaseLog,
    _ evidence: InterfaceEvidence?
  ) throws -> SemanticVersion {
    guard self == .leastHonest, let evidence else {
      return try version(from: log.currentRelease?.version)
    }
    return try evidence.leastHonestVersion(after: log)
  }
}

extension ReleaseLog {
  /// The release that a version goes on from.
  func release(before version: SemanticVersion) -> Release? {
    let versions = releases.lazy.map(\.version)
    return versions.predecessor(of: version).flatMap { self.release($0) }
  }
}

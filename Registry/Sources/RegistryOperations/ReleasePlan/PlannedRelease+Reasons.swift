import APICompatibility
import Git
import RegistryModel
import Versioning

extension PlannedRelease {
  /// Sees what the next release has to be.
  ///
  /// - Parameters:
  ///   - summary: Nothing where the files are the last release's, or there is none.
  ///   - asked: The version that a person named; refused where it promises too much.
  init(
    of candidate: ReleaseCandidate,
    _ subject: ReleaseSubject,
    summary: CommitSummary?,
    taking taken: [TakenDependency],
    asked: SemanticVersion?,
    looking interfaces: PlannedInterfaces,
    in workspace: borrowing Workspace
  ) throws {
    let log = candidate.log
    let promise =
      asked.map { log.promise(before: $0) } ?? subject.release.flatMap { log.promise(for: $0) }
    let evidence = try interfaces.evidence(of: candidate, since: promise, in: workspace)
    var reasons: [ReleaseReason] = subject.release == nil ? [.first] : []
    var level = summary?.level ?? .unchanged
    if let summary { reasons.append(.commits(summary)) }
    if case .compared(let comparison) = evidence.finding, subject.release != nil {
      reasons.append(.interface(comparison))
      level = max(level, evidence.difference.level)
    }
    for dependency in try interfaces.exposures(of: taken, in: candidate, workspace) {
      reasons.append(.dependency(dependency))
      level = max(level, dependency.level)
    }
    let version =
      try asked
      ?? subject.release.map { last in
        try NextVersion(after: last.version, promise: promise?.version).version(level)
      } ?? SemanticVersion(1, 0, 0)
    try evidence.check(version)
    self.init(
      name: subject.name,
      path: subject.component.path,
      previous: subject.release?.version,
      version: version,
      level: subject.release == nil ? nil : level,
      isAsked: asked != nil,
      reasons: reasons,
      evidence: evidence,
      candidate: candidate
    )
  }
}

extension ReleaseLog {
  /// The release whose promises the one after `release` has to keep.
  fileprivate func promise(for release: Release) -> Release? {
    release.version.isPrerelease ? promise(before: release.version) : release
  }
}

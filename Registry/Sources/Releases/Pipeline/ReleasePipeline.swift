import Errors
import Git
import GitValues
import Interfaces
import ManifestEvaluation
import PublishedForm
import RegistryModel
import Signing
import Versioning
import Workspace
import Writing

/// A release from beginning to end: the steps of `plan`, `bump` and `release`.
///
/// Documentation/project/architecture.md describes them.
struct ReleasePipeline: Sendable {
  let request: ReleaseRequest
  /// `nil` if what is released is neither compared nor built.
  let checks: CandidateInspection?
  /// The components whose incompatible changes are accepted.
  let accepting: [AcceptedBreakage]
  /// The text of each changelog entry before the list of changes.
  let notes: String?
  /// A revision; the changelog entries of first releases list the changes since then.
  let listingFirstsSince: String?
  /// Whether to release nothing if a component cannot be released.
  let isAllOrNothing: Bool
  /// The branch that gets the commit; `nil` for the one that is checked out.
  let branch: ReleaseBranch?
  /// `nil` if releases are not signed.
  let signer: ReleaseSigner?
  private(set) var context: WriteContext
  private let start: GitTime
  let findings = ReleaseFindings()

  init(
    _ request: ReleaseRequest,
    checks: CandidateInspection?,
    accepting: [AcceptedBreakage] = [],
    notes: String? = nil,
    listingFirstsSince: String? = nil,
    isAllOrNothing: Bool = false,
    branch: ReleaseBranch? = nil,
    signer: ReleaseSigner? = nil,
    context: WriteContext
  ) {
    self.signer = signer
    (self.request, self.checks, self.notes) = (request, checks, notes)
    self.accepting = accepting
    (self.isAllOrNothing, self.branch, self.context) = (isAllOrNothing, branch, context)
    (self.listingFirstsSince, start) = (listingFirstsSince, context.clock())
  }

  /// Whether it may take minutes.
  var takesLong: Bool {
    checks?.comparing != nil || checks?.building != nil
  }

  /// The branch of its own that gets the commit; `nil` if it is the one that is checked out.
  func target(
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch? {
    try branch?.target(at: tip, now: start, in: workspace)
  }

  /// All steps: the plan, the checks of the write, and a build of every release.
  ///
  /// A component that does not build is held like any other that cannot be released, and the plan
  /// is computed again without it.
  func run(_ base: WriteBase, in workspace: borrowing Workspace) throws -> MakeReleases.Result {
    var pipeline = self
    // All attempts have the same date, by which the branch's commit is recognized.
    pipeline.context = context.dated(as: base.target)
    let result = try pipeline.run(base, refusing: [:], in: workspace)
    guard let branch else { return result }
    return try result.branched(to: branch, from: base, in: workspace)
  }

  private func run(
    _ base: WriteBase,
    refusing refused: [ComponentName: OperationError],
    in workspace: borrowing Workspace
  ) throws -> MakeReleases.Result {
    let releases = try plan(
      at: ReleaseBase(
        tip: base.tip,
        tree: base.tree,
        state: base.state,
        manifests: findings.manifests,
        reading: workspace.manifestReading(base.state.manifest).reporting(to: context.progress),
        now: context.now()
      ),
      refusing: refused,
      writes: true,
      in: workspace
    )
    try refuse(releases)
    guard !releases.steps.isEmpty else { return MakeReleases.Result(planned: releases, plan: nil) }
    let logs = try workspace.logs(of: releases.steps.map(\.name), in: base.state)
    try GitFileRules.check(
      root: base.tree,
      since: logs.lazy.compactMap { $0.currentRelease?.source }.first,
      in: workspace.repository
    )
    try signer.check(for: releases.steps.map(\.name), base.state.manifest)
    let signing = signer.map {
      ReleaseSigning(signer: $0, findings: findings, earlier: base.target?.old)
    }
    let (packed, unpacked) = releases.packed(findings, context, signing: signing, in: workspace)
    // A key that signs nothing is no fault of a component.
    if let failure = unpacked.values.first(where: { $0.code == .signingFailed }) { throw failure }
    guard unpacked.isEmpty else {
      return try run(base, refusing: refused.merging(unpacked) { $1 }, in: workspace)
    }
    let plan = try write(packed, base, in: workspace)
    // What can be refused without a build is refused before it.
    if checks?.building != nil {
      try WriteCheck(plan: plan, base: base, context: context).run(in: workspace)
    }
    let failures = try build(packed, base, in: workspace)
    guard !failures.isEmpty else { return MakeReleases.Result(planned: packed, plan: plan) }
    return try run(base, refusing: refused.merging(failures) { $1 }, in: workspace)
  }

  /// The first steps: candidates, comparisons, versions and refusals.
  func plan(
    at base: ReleaseBase,
    refusing refused: [ComponentName: OperationError] = [:],
    writes: Bool = false,
    in workspace: borrowing Workspace
  ) throws -> ReleasePlan {
    let field = try request.field(at: base, accepted: checks?.accepted, in: workspace)
    // What is missing for the commit is found before minutes are spent on comparisons.
    let changed = field.wanted.filter { field.subjects[$0]?.isChanged == true }
    if writes, !changed.isEmpty {
      try context.checkIdentity(in: workspace.repository)
      try signer.check(for: changed, base.state.manifest)
    }
    var checks = checks
    for accepted in accepting {
      let (name, _) = try base.state.manifest.component(named: accepted.component)
      checks?.acceptedReasons[name] = accepted.reason
    }
    var base = base
    for (name, log) in field.logs { base.state.replace(log, of: name) }
    var planning = ReleasePlanning(
      field,
      at: base,
      refusing: refused,
      checks: checks,
      notes: notes,
      listingFirstsAfter: try firstsStart(in: workspace),
      findings: findings,
      context: context
    )
    let plan = try planning.plan(in: workspace)
    let met = plan.steps.map(\.name) + plan.held.map(\.name) + plan.existing.map(\.component)
    if let name = checks?.acceptedReasons.keys.sorted().first(where: { !met.contains($0) }) {
      throw OperationError(
        .nothingToAccept,
        "'\(name)' is not to be released, so there is nothing to accept",
        help: "remove '--accept-breaking' for it"
      )
    }
    return plan
  }

  /// Throws if a component was requested that cannot be released.
  private func refuse(_ releases: ReleasePlan) throws(OperationError) {
    let held = releases.held.first { isAllOrNothing || releases.named.contains($0.name) }
    if let held { throw held.refusal }
  }

  private func write(
    _ releases: ReleasePlan,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> WritePlan {
    var writing = try ReleaseWriting(
      base,
      listingFirstsAfter: try firstsStart(in: workspace),
      in: workspace
    )
    try writing.add(releases.steps.map(\.prepared), in: workspace)
    return try writing.plan(in: workspace)
  }

  private func firstsStart(in workspace: borrowing Workspace) throws -> ObjectID? {
    try listingFirstsSince.map { try workspace.repository.commit(named: $0) }
  }

  /// Builds all planned releases as clients do, except those with a dependency that did not build.
  ///
  /// - Returns: The components that do not build, with the reason.
  /// - Throws: If nothing builds, because a run that releases nothing has failed.
  private func build(
    _ releases: ReleasePlan,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: OperationError] {
    guard let checks, let building = checks.building else { return [:] }
    var state = base.state
    var failures: [ComponentName: OperationError] = [:]
    var built = Set(releases.steps.map(\.name))
    for (index, step) in releases.steps.enumerated() {
      let (name, release) = (step.name, step.prepared.release)
      let count = releases.steps.count > 1 ? "\(index + 1)/\(releases.steps.count) " : ""
      if releases.steps.contains(where: {
        !built.contains($0.name) && release.requires[$0.name] != nil
      }) {
        built.remove(name)
        continue
      }
      do throws(OperationError) {
        try unifyingErrors(of: "component '\(name)'") {
          try checks.verification.run(
            release,
            of: name,
            state: state,
            building: building,
            findings: findings,
            progress: { context.progress(count + $0) },
            in: workspace
          )
          let log = try workspace.log(of: name, in: state)
          state.replace(try log.adding(.release(release)), of: name)
        }
      } catch {
        guard error.code.concern == .component else { throw error }
        failures[name] = error
        built.remove(name)
      }
    }
    if built.isEmpty, let first = failures.min(by: { $0.key < $1.key }) { throw first.value }
    return failures
  }
}

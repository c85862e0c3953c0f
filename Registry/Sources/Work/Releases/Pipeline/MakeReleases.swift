import Base
package import Checks
package import Content
package import Git
package import Model
import Versions

/// Releases in one commit, from beginning to end: the steps of `plan`, `bump` and `release`.
///
/// A component that cannot be released holds back its dependents, and no others.
/// Documentation/project/architecture.md describes the steps.
package struct MakeReleases: WritingOperation {
  let request: ReleaseRequest
  /// `nil` if what is released is neither compared nor built.
  let checks: CandidateInspection?
  /// The components whose incompatible changes are accepted.
  let accepting: [AcceptedBreakage]
  /// The text of each changelog entry before the list of changes.
  package var notes: String?
  /// A revision; the changelog entries of first releases list the changes since then.
  package var listingFirstsSince: String?
  /// Whether to release nothing if a component cannot be released.
  package var isAllOrNothing = false
  /// Gets the commit, without tags; `nil` for the branch that is checked out.
  package var branch: ReleaseBranch?
  /// `nil` to sign nothing.
  package var signer: ReleaseSigner?
  package private(set) var context: WriteContext
  private let start: GitTime
  let findings = ReleaseFindings()

  /// - Parameter planning: The components to release, and how they are compared.
  package init(
    _ planning: PlanReleases,
    building: any ComponentBuilding,
    verification: ReleaseVerification,
    context: WriteContext = WriteContext()
  ) {
    self.init(
      planning.request,
      checks: CandidateInspection(
        comparing: planning.comparing,
        building: verification.neighbours == .none ? nil : building,
        verification: verification
      ),
      accepting: planning.accepting,
      context: context
    )
  }

  init(
    _ request: ReleaseRequest,
    checks: CandidateInspection?,
    accepting: [AcceptedBreakage] = [],
    context: WriteContext
  ) {
    (self.request, self.checks, self.accepting) = (request, checks, accepting)
    (self.context, start) = (context, context.clock())
  }

  package var task: String { "registry release" }

  package var takesLong: Bool { checks?.comparing != nil || checks?.building != nil }

  package var hasTarget: Bool { branch != nil }

  package func target(
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch? {
    try branch?.target(at: tip, now: start, in: workspace)
  }

  /// All steps: the plan, the checks of the write, and a build of every release.
  ///
  /// A component that does not build is held like any other that cannot be released, and the plan
  /// is computed again without it.
  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    var attempt = self
    // All attempts have the same date, by which the branch's commit is recognized.
    attempt.context = context.dated(as: base.target)
    let result = try attempt.plan(base, refusing: [:], in: workspace)
    guard let branch else { return result }
    return try result.branched(to: branch, from: base, in: workspace)
  }

  private func plan(
    _ base: WriteBase,
    refusing refused: [ComponentName: OperationError],
    in workspace: borrowing Workspace
  ) throws -> Result {
    let releases = try self.plan(
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
    guard !releases.steps.isEmpty else { return Result(planned: releases, plan: nil) }
    try GitFileRules.check(root: base.tree, in: workspace.repository)
    try signer.check(for: releases.steps.map(\.name), base.state.manifest)
    let signing = signer.map {
      ReleaseSigning(signer: $0, findings: findings, earlier: base.target?.old)
    }
    let (packed, unpacked) = releases.packed(findings, context, signing: signing, in: workspace)
    // A key that signs nothing is no fault of a component.
    if let failure = unpacked.values.first(where: { $0.code == .signingFailed }) { throw failure }
    guard unpacked.isEmpty else {
      return try self.plan(base, refusing: refused.merging(unpacked) { $1 }, in: workspace)
    }
    let plan = try write(packed, base, in: workspace)
    // What can be refused without a build is refused before it.
    if checks?.building != nil {
      try WriteCheck(plan: plan, base: base, context: context).run(in: workspace)
    }
    let failures = try build(packed, base, in: workspace)
    guard !failures.isEmpty else { return Result(planned: packed, plan: plan) }
    return try self.plan(base, refusing: refused.merging(failures) { $1 }, in: workspace)
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
      tags: try workspace.repository.tagNames(),
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
}

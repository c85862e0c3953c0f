import Git
import GitValues
import Interfaces
import RegistryModel
import Versioning
import Workspace
import Writing

/// A release from beginning to end: the steps that `plan`, `bump` and `release` are made of.
///
/// Documentation/ARCHITECTURE.md goes through them.
struct ReleasePipeline: Sendable {
  let request: ReleaseRequest
  /// `nil` if what is released is neither compared nor built.
  let checks: CandidateInspection?
  /// What the changelog says of each release before the list of changes.
  let notes: String?
  /// A revision, from which the changelog entries of first releases list changes.
  let listingFirstsSince: String?
  /// Whether nothing is released where something cannot be.
  let isAllOrNothing: Bool
  /// The branch that gets the commit; `nil` for the one that is checked out.
  let branch: ReleaseBranch?
  private(set) var context: WriteContext
  private let start: GitTime
  let findings = ReleaseFindings()

  init(
    _ request: ReleaseRequest,
    checks: CandidateInspection?,
    notes: String? = nil,
    listingFirstsSince: String? = nil,
    isAllOrNothing: Bool = false,
    branch: ReleaseBranch? = nil,
    context: WriteContext
  ) {
    (self.request, self.checks, self.notes) = (request, checks, notes)
    (self.isAllOrNothing, self.branch, self.context) = (isAllOrNothing, branch, context)
    (self.listingFirstsSince, start) = (listingFirstsSince, context.clock())
  }

  /// What all steps come to but the last, which is to write it.
  struct Outcome: Sendable {
    let releases: ReleasePlan
    /// `nil` if there is nothing to release.
    let plan: WritePlan?
    /// `nil` if the releases are for the branch that is checked out.
    var branch: BranchedReleases?
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

  /// All steps: the plan, what stands against writing it, and a build of all that is in it.
  ///
  /// What does not build is held like all else that cannot be released, and the plan is made again
  /// without it.
  func run(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Outcome {
    if let outcome = try findings.lastResult?.rebased(onto: base, in: workspace) { return outcome }
    var pipeline = self
    // All attempts have one date, by which the branch is known for what it is.
    pipeline.context = context.dated(as: base.target)
    let outcome = try pipeline.run(base, refusing: [:], in: workspace)
    guard let branch else {
      findings.lastResult = FinishedReleases(outcome, of: request, from: base)
      return outcome
    }
    return try outcome.branched(to: branch, from: base, in: workspace)
  }

  private func run(
    _ base: WriteBase,
    refusing refused: [ComponentName: OperationError],
    in workspace: borrowing Workspace
  ) throws -> Outcome {
    let releases = try plan(
      at: ReleaseBase(base, manifests: findings.manifests, now: context.now()),
      refusing: refused,
      isLocked: base.isLocked,
      in: workspace
    )
    try refuse(releases)
    guard !releases.steps.isEmpty else { return Outcome(releases: releases, plan: nil) }
    let (packed, unpacked) = releases.packed(findings, context, in: workspace)
    guard unpacked.isEmpty else {
      return try run(base, refusing: refused.merging(unpacked) { $1 }, in: workspace)
    }
    let plan = try write(packed, base, in: workspace)
    // What is refused without a build need not wait for one.
    if checks?.building != nil {
      try WriteCheck(plan: plan, base: base, context: context).run(in: workspace)
    }
    let failures = try build(packed, base, in: workspace)
    guard !failures.isEmpty else { return Outcome(releases: packed, plan: plan) }
    return try run(base, refusing: refused.merging(failures) { $1 }, in: workspace)
  }

  /// The first steps: candidates, a comparison of each, its version, and what is refused.
  func plan(
    at base: ReleaseBase,
    refusing refused: [ComponentName: OperationError] = [:],
    isLocked: Bool = false,
    in workspace: borrowing Workspace
  ) throws -> ReleasePlan {
    var planning = ReleasePlanning(
      try request.field(at: base, in: workspace),
      at: base,
      refusing: refused,
      checks: checks?.remembering(findings.toolchain, isLocked: isLocked),
      notes: notes,
      listingFirstsAfter: try firstsStart(in: workspace),
      findings: findings,
      context: context
    )
    return try planning.plan(in: workspace)
  }

  /// Throws where something was asked for that cannot be released.
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
    try writing.add(releases.steps.map { ($0.prepared, $0.notes) }, in: workspace)
    return try writing.plan(in: workspace)
  }

  private func firstsStart(in workspace: borrowing Workspace) throws -> ObjectID? {
    try listingFirstsSince.map { try workspace.repository.commit(named: $0) }
  }

  /// Builds all that is planned, as clients of it do, and those alone whose dependencies did build.
  ///
  /// - Returns: What does not build, and why.
  /// - Throws: Where nothing builds: a run that releases nothing is a failure.
  private func build(
    _ releases: ReleasePlan,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: OperationError] {
    guard let checks = checks?.remembering(findings.toolchain, isLocked: base.isLocked),
      let building = checks.building
    else { return [:] }
    var state = base.state
    var failures: [ComponentName: OperationError] = [:]
    var built = Set(releases.steps.map(\.name))
    for step in releases.steps {
      let (name, release) = (step.name, step.prepared.release)
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
            progress: context.progress,
            in: workspace
          )
          let log = try workspace.log(of: name, in: state)
          state = state.replacing(try log.adding(.release(release)), of: name)
        }
      } catch {
        guard error.isAboutOneComponent else { throw error }
        failures[name] = error
        built.remove(name)
      }
    }
    if built.isEmpty, let first = failures.min(by: { $0.key < $1.key }) { throw first.value }
    return failures
  }
}

extension CandidateInspection {
  /// The same, with nothing compared or built twice.
  ///
  /// - Parameter isLocked: Whether others wait, so that only what is known is answered.
  fileprivate func remembering(_ memory: ToolchainMemory, isLocked: Bool) -> CandidateInspection {
    var checks = self
    checks.comparing = comparing.map { comparing in
      RememberedInterfaces(memory: memory, comparing: comparing, isLocked: isLocked)
    }
    checks.building = building.map { building in
      RememberedBuilds(memory: memory, building: building, isLocked: isLocked)
    }
    return checks
  }
}

package import Base
package import Checks
package import Content
package import Git
import ManifestEditor
package import Model
import Synchronization
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
  /// The signer of the releases; `nil` to sign nothing.
  package var signer: ReleaseSigner?
  package private(set) var context: WriteContext
  private let start: GitTime
  let findings = ReleaseFindings()

  /// Releases of all that a plan is about.
  ///
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

  /// A release of one component and no other, changed or not.
  ///
  /// - Parameters:
  ///   - component: As it was typed.
  ///   - checks: `nil` to neither compare nor build, in which case the record has no result of a
  ///     comparison.
  package init(
    component: String,
    version: VersionChoice,
    checks: CandidateInspection? = nil,
    context: WriteContext = WriteContext()
  ) {
    self.init(.component(component, version), checks: checks, context: context)
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

  package var task: String {
    switch request {
    case .component(let name, _): "registry bump \(name)"
    case .changes: "registry release"
    }
  }

  package var takesLong: Bool { checks?.comparing != nil || checks?.building != nil }

  package var hasTarget: Bool { branch != nil }

  package func target(
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch? {
    try branch?.target(at: tip, now: start, in: workspace)
  }

  /// Runs all steps: the plan, the checks of the write, and a build of every release.
  ///
  /// A component that does not build is held like any other that cannot be released, and the plan
  /// is computed again without it.
  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> ReleasePlan {
    var attempt = self
    // All attempts have the same date, by which the branch's commit is recognized.
    attempt.context = context.dated(as: base.target)
    let releases = try attempt.plan(base, refusing: [:], in: workspace)
    guard let branch else { return releases }
    return try releases.branched(to: branch, from: base, in: workspace)
  }

  private func plan(
    _ base: WriteBase,
    refusing refused: [ComponentName: OperationError],
    in workspace: borrowing Workspace
  ) throws -> ReleasePlan {
    let due = try plan(
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
    try refuse(due)
    guard !due.releases.isEmpty else { return due }
    try GitFileRules.check(root: base.tree, in: workspace.repository)
    try signer.check(for: due.releases.map(\.component), base.state.manifest)
    let signing = signer.map {
      ReleaseSigning(signer: $0, findings: findings, earlier: base.target?.old)
    }
    var (packed, unpacked) = due.packed(findings, context, signing: signing, in: workspace)
    // A key that signs nothing is no fault of a component.
    if let failure = unpacked.values.first(where: { $0.code == .signingFailed }) { throw failure }
    guard unpacked.isEmpty else {
      return try plan(base, refusing: refused.merging(unpacked) { $1 }, in: workspace)
    }
    let write = try commit(of: packed.releases, base, in: workspace)
    packed.plan = write
    // What can be refused without a build is refused before it.
    if checks?.building != nil {
      try WriteCheck(plan: write, base: base, context: context).run(in: workspace)
    }
    let failures = try build(packed.releases, base, in: workspace)
    guard !failures.isEmpty else { return packed }
    return try plan(base, refusing: refused.merging(failures) { $1 }, in: workspace)
  }

  /// The first steps: candidates, comparisons, versions and refusals.
  func plan(
    at base: ReleaseBase,
    refusing refused: [ComponentName: OperationError] = [:],
    writes: Bool = false,
    in workspace: borrowing Workspace
  ) throws -> ReleasePlan {
    let scope = try request.scope(at: base, accepted: checks?.accepted, in: workspace)
    // What is missing for the commit is found before minutes are spent on comparisons.
    let changed = scope.wanted.filter { scope.subjects[$0]?.isChanged == true }
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
    for (name, log) in scope.logs { base.state.replace(log, of: name) }
    var planning = ReleasePlanning(
      scope,
      at: base,
      refusing: refused,
      checks: checks,
      notes: notes,
      changeNotes: try ChangeNotes(in: base.tree, base.state.manifest, of: workspace),
      listingFirstsAfter: try firstsStart(in: workspace),
      tags: try workspace.repository.tagNames(),
      findings: findings,
      context: context
    )
    let plan = try planning.plan(in: workspace)
    let met = (plan.releases + plan.existing).map(\.component) + plan.held.map(\.name)
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
  private func refuse(_ plan: ReleasePlan) throws(OperationError) {
    let held = plan.held.first { isAllOrNothing || plan.named.contains($0.name) }
    if let held { throw held.refusal }
  }

  private func commit(
    of releases: [PlannedRelease],
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> WritePlan {
    var writing = try ReleaseWriting(
      base,
      listingFirstsAfter: try firstsStart(in: workspace),
      ChangeNotes(in: base.tree, base.state.manifest, of: workspace),
      in: workspace
    )
    try writing.add(releases, in: workspace)
    return try writing.plan(in: workspace)
  }

  private func firstsStart(in workspace: borrowing Workspace) throws -> ObjectID? {
    try listingFirstsSince.map { try workspace.repository.commit(named: $0) }
  }
}

extension MakeReleases {
  /// Builds all planned releases as clients do, except those with a dependency that did not build.
  ///
  /// - Returns: The components that do not build, with the reason.
  /// - Throws: If nothing builds, because a run that releases nothing has failed.
  func build(
    _ releases: [PlannedRelease],
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: OperationError] {
    guard let checks, let building = checks.building else { return [:] }
    var state = base.state
    var failures: [ComponentName: OperationError] = [:]
    var built = Set(releases.map(\.component))
    for (index, made) in releases.enumerated() {
      let (name, release) = (made.component, made.record)
      let count = releases.count > 1 ? "\(index + 1)/\(releases.count) " : ""
      if releases.contains(where: {
        !built.contains($0.component) && release.requires[$0.component] != nil
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
            progress: { context.progress($0.part(of: count)) },
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

/// Results that remain valid when a release starts over, each kept by the content that it depends
/// on and not by the commit.
final class ReleaseFindings: Sendable {
  struct Archive: Hashable {
    let component: ComponentName
    let version: SemanticVersion
    let form: ReleaseForm
    let edits: [TreePath: [SourceEdit]]
  }

  /// The content that the build of a release depends on: it and its dependencies, without date and
  /// source.
  struct Build: Hashable {
    private struct Content: Hashable {
      let version: SemanticVersion
      let form: ReleaseForm
      let requires: [ComponentName: VersionRequirement]
      let edits: [TreePath: [SourceEdit]]

      init(_ release: Release) {
        version = release.version
        form = ReleaseForm(of: release)
        requires = release.requires
        edits = release.edits
      }
    }

    private let component: ComponentName
    private let scope: ScopeName
    private let platforms: [BuildPlatform]
    private let release: Content
    private let dependencies: [ComponentName: Content]

    init(_ client: ClientLayout) {
      (component, scope, platforms) = (client.component, client.scope, client.platforms)
      release = Content(client.release)
      dependencies = client.dependencies.mapValues(Content.init)
    }
  }

  let manifests = PackageManifests()
  let archives = Remembered<Archive, ArchiveChecksum>()
  /// The signatures by the signed content; each signature has other bytes.
  let signatures = Remembered<Archive, ReleaseSigning.Signed>()
  let comparisons = Remembered<ComparisonRequest, InterfaceComparison>()
  let builds = Remembered<Build, Void>()
}

/// Results of long work, each computed once in a run, so that planning again repeats none.
///
/// The key has everything that a result depends on. A refusal is a result too.
final class Remembered<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let known = Mutex<[Key: Result<Answer, OperationError>]>([:])

  /// The result, if it is known already.
  subscript(_ key: Key) -> Result<Answer, OperationError>? { known.withLock { $0[key] } }

  func answer(_ key: Key, _ find: () throws -> Answer) throws(OperationError) -> Answer {
    if let answer = self[key] { return try answer.get() }
    let answer = Result { () throws(OperationError) in try unifyingErrors(find) }
    known.withLock { $0[key] = answer }
    return try answer.get()
  }
}

/// Plans releases of what is committed; nothing is written.
package struct PlanReleases: Sendable {
  /// The components that the plan is about; empty for all.
  ///
  /// Their dependencies and the dependents that need a release are included.
  package var selection: [ReleaseSelection]
  /// Whether all other components are included, if some are selected.
  package var includesAll: Bool
  /// A revision: only components that changed since then are included.
  package var since: String?
  /// The comparison of public interfaces; `nil` to compare none.
  package var comparing: (any InterfaceComparing)?
  /// The components whose incompatible changes are accepted.
  package var accepting: [AcceptedBreakage] = []
  /// Told what is being done, if it takes a while.
  package var progress: @Sendable (OperationProgress) -> Void

  package init(
    _ selection: [ReleaseSelection] = [],
    includesAll: Bool = false,
    since: String? = nil,
    comparing: (any InterfaceComparing)? = nil,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    self.selection = selection
    self.includesAll = includesAll
    self.since = since
    self.comparing = comparing
    self.progress = progress
  }

  /// Returns the plan for the newest commit.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> ReleasePlan {
    try unifyingErrors {
      guard let tip = try workspace.repository.head().tip else {
        throw OperationError.noCommit()
      }
      let state = try workspace.state(at: tip)
      if state.manifest.changelogs == .components
        || !state.manifest.versionFileRules.isEmpty
        || state.manifest.components.contains(where: { !$0.value.versionFiles.isEmpty })
      {
        // Only a release stores the files that it edits.
        try workspace.repository.storeInMemory()
      }
      let releases = MakeReleases(
        request,
        checks: CandidateInspection(comparing: comparing),
        accepting: accepting,
        context: WriteContext(progress: progress)
      )
      return try releases.plan(
        at: ReleaseBase(
          tip: tip,
          tree: workspace.repository.commit(tip).tree,
          state: state,
          manifests: releases.findings.manifests,
          reading: workspace.manifestReading(state.manifest).reporting(to: progress),
          now: releases.context.now()
        ),
        in: workspace
      )
    }
  }

  var request: ReleaseRequest { .changes(selection, includesAll: includesAll, since: since) }
}

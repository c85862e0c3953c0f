import APICompatibility
import Git
import GitValues
import Interfaces
import PackageRules
import PublishedForm
import RegistryModel
import Versioning
import Workspace
import Writing

/// Goes through the components, dependencies first, and sees what becomes of each.
struct ReleasePlanning {
  typealias PlannedForm = (form: ReleaseForm, listing: TreeListing)

  /// With the releases that were planned so far.
  var base: ReleaseBase
  let subjects: [ComponentName: ReleaseSubject]
  let rules: [ComponentName: VersionRule]
  let interfaces: PlannedInterfaces
  let findings: ReleaseFindings
  let context: WriteContext
  /// What the changelog says of each release before the list of changes.
  private let notes: String?
  private var changelogCommits: [ComponentName: [ObjectID]]?

  let order: [ComponentName]
  /// The components that the plan is about, with all that they depend on.
  let primary: Set<ComponentName>
  /// What is known to stand against releases that nothing else does.
  let refused: [ComponentName: OperationError]
  /// Looked up for the first candidate: mostly there is none.
  var uncommitted: UncommittedChanges?
  /// Whether it is said why each release is due.
  private let tellsReasons: Bool
  private var summaries: [ComponentName: CommitSummary] = [:]
  /// The published forms of the changed components.
  var forms: [ComponentName: Result<PlannedForm, OperationError>] = [:]
  private var steps: [PlannedRelease] = []
  private var standing: [StandingRelease] = []
  private var held: [HeldComponent] = []
  var planned: [ComponentName: SemanticVersion] { base.planned }

  init(
    _ field: ReleaseRequest.Field,
    at base: ReleaseBase,
    refusing refused: [ComponentName: OperationError],
    checks: CandidateInspection?,
    findings: ReleaseFindings,
    notes: String?,
    context: WriteContext
  ) {
    self.notes = notes
    (self.base, self.findings, self.context) = (base, findings, context)
    (subjects, rules, tellsReasons) = (field.subjects, field.rules, field.tellsReasons)
    let order = DependencyOrder(subjects.mapValues(\.dependencies))
    self.order = order.names
    self.refused = refused.merging(order.cycles) { $1 }
    // A release refuses a dependency with changes that are not released.
    var primary = field.wanted
    for name in order.names.reversed() where primary.contains(name) {
      primary.formUnion(field.subjects[name]?.dependencies ?? [])
    }
    self.primary = primary
    interfaces = PlannedInterfaces(
      checks: checks,
      subjects: field.subjects,
      progress: context.progress
    )
  }

  mutating func plan(in workspace: borrowing Workspace) throws -> ReleasePlan {
    if tellsReasons { summaries = try commitSummaries(in: workspace) }
    forms = changedForms(in: workspace)
    for name in order {
      guard let subject = subjects[name], let tree = subject.tree else { continue }
      // Of those that nobody asked for, only what the releases of the others make necessary.
      let isPrimary = primary.contains(name)
      let taken = try needs(of: subject, in: workspace)
        .filter { isPrimary || planned[$0.name] != nil }
      guard isPrimary && subject.isChanged || rules[name] != nil || !taken.isEmpty else { continue }
      if let release = try standing(subject, in: workspace) {
        standing.append(release)
        continue
      }
      do {
        try add(release(of: subject, tree, taking: taken, in: workspace), in: workspace)
      } catch {
        try hold(subject, because: error)
      }
    }
    return ReleasePlan(
      steps: steps,
      held: held.sorted { $0.name < $1.name },
      comparesInterfaces: interfaces.checks?.comparing != nil,
      standing: standing,
      tip: base.tip
    )
  }

  /// Makes a candidate, compares it, chooses its version, and refuses what cannot be.
  private mutating func release(
    of subject: ReleaseSubject,
    _ tree: ObjectID,
    taking taken: [TakenDependency],
    in workspace: borrowing Workspace
  ) throws -> PlannedRelease {
    let rule = rules[subject.name] ?? .reasons
    let candidate = try candidate(of: subject, tree, rule, in: workspace)
    let evidence = try interfaces.evidence(
      of: candidate,
      since: rule.promise(in: candidate.log),
      base.state,
      in: workspace
    )
    let taken = try interfaces.exposures(of: taken, in: candidate, base.state, workspace)
    let reasons = subject.reasons(summaries[subject.name], evidence, taking: taken)
    let level = reasons.map(\.level).max() ?? .unchanged
    let version = try rule.version(after: candidate.log, level, evidence)
    try evidence?.check(version)
    if rule.asked == nil {
      try CandidateChecks.version(
        version,
        of: subject.name,
        after: candidate.log,
        in: workspace.repository
      )
    }
    let changelog = try changelog(
      of: candidate,
      version,
      notes: reasons.changelogNotes(notes),
      evidence,
      in: workspace
    )
    return PlannedRelease(
      path: subject.component.path,
      level: subject.release == nil ? nil : level,
      isAsked: rule.asked != nil,
      reasons: reasons,
      previous: subject.release?.version,
      prepared: try candidate.writing(
        changelog.map { [$0.file] } ?? [],
        base: base,
        in: workspace.repository
      ).prepared(
        as: version,
        evidence,
        changelog: changelog,
        findings: findings,
        context: context,
        in: workspace.repository
      )
    )
  }

  /// The changelog in the component's own folder; nothing where all have one in common.
  private mutating func changelog(
    of candidate: ReleaseCandidate,
    _ version: SemanticVersion,
    notes: String?,
    _ evidence: InterfaceEvidence?,
    in workspace: borrowing Workspace
  ) throws -> ComponentChangelog? {
    guard base.state.manifest.changelogs == .components else { return nil }
    let known = try changelogCommits ?? commitsSinceReleases(in: workspace)
    changelogCommits = known
    var commits = known[candidate.name] ?? []
    let previous = candidate.log.release(before: version)
    if previous?.version != candidate.log.currentRelease?.version {
      let change = ReleaseHistories.Change(paths: [candidate.path], since: previous)
      var graph = CommitGraph()
      commits = try ReleaseHistories(tip: base.tip)
        .histories(of: [change], graph: &graph, in: workspace.repository)[0].commits
    }
    return try ComponentChangelog(
      ChangelogEntry(
        component: candidate.name,
        version: version,
        date: context.now(),
        notes: notes,
        evidence: evidence,
        commits: commits.map { try workspace.repository.commit($0) }
      ),
      after: candidate.log,
      in: candidate.path,
      of: base.tree,
      workspace
    )
  }

  /// Read once, however often it is asked for.
  mutating func log(
    of name: ComponentName,
    in workspace: borrowing Workspace
  ) throws -> ReleaseLog {
    let log = try workspace.log(of: name, in: base.state)
    base.state = base.state.replacing(log, of: name)
    return log
  }

  private mutating func add(
    _ step: PlannedRelease,
    in workspace: borrowing Workspace
  ) throws {
    let log = try log(of: step.name, in: workspace)
      .adding(.release(step.prepared.release))
    base.state = base.state.replacing(log, of: step.name)
    base.planned[step.name] = step.version
    steps.append(step)
  }

  private mutating func hold(_ subject: ReleaseSubject, because error: any Error) throws {
    let reason: HeldComponent.Reason
    if let held = error as? HeldDependency {
      reason = .dependency(held.name)
    } else {
      let found = refused[subject.name] ?? OperationError(error)
      // A tag has the component's name.
      let isNamed = refused[subject.name] != nil || found.code == .tagExists
      let error = isNamed ? found : found.of("component '\(subject.name)'")
      guard rules[subject.name] == nil, error.isAboutOneComponent else { throw error }
      reason = .refused(error)
    }
    held.append(HeldComponent(name: subject.name, isChanged: subject.isChanged, reason: reason))
  }
}

/// A dependency is held itself.
struct HeldDependency: Error {
  let name: ComponentName
}

import Base
import Checks
import Content
import Git
import Model
import SemverRules
import Versions

/// Plans the components one by one, dependencies first.
struct ReleasePlanning {
  typealias PlannedForm = (form: ReleaseForm, listing: TreeListing)

  /// The branch with the releases planned so far.
  var base: ReleaseBase
  /// The branch without planned releases: earlier releases were built with these.
  let start: ReleaseBase
  let subjects: [ComponentName: ReleaseSubject]
  var rules: [ComponentName: VersionRule]
  let groups: RequestedGroups
  var interfaces: PlannedInterfaces
  let context: WriteContext

  let order: [ComponentName]
  /// The components that the plan is about.
  let wanted: Set<ComponentName>
  /// The wanted components with all that they depend on.
  let primary: Set<ComponentName>
  /// Refusals that other checks have found: uncommitted files, content, builds.
  var refused: [ComponentName: OperationError]
  /// The fixed groups that are not released because one of their components cannot be.
  var blocked: Set<GroupName> = []
  /// The uncommitted changes of all components that may be released; `nil` in a bare repository.
  var uncommitted: UncommittedChanges?
  /// Whether the plan says why each release is due.
  let tellsReasons: Bool
  /// The tags that the repository has.
  let tags: TagNames
  var entries: ReleaseEntries
  /// The text of each changelog entry before the list of changes.
  private let notes: String?
  /// The change notes of the commit.
  private let changeNotes: ChangeNotes
  /// The published forms of the changed components.
  var forms: [ComponentName: Result<PlannedForm, OperationError>] = [:]
  private(set) var releases: [PlannedRelease] = []
  private var existing: [PlannedRelease] = []
  var held: [HeldComponent] = []
  /// The components with withdrawn releases that the last releases of others require.
  var missed: Set<ComponentName> = []
  private let named: Set<ComponentName>
  var planned: [ComponentName: SemanticVersion] = [:]

  init(
    _ scope: ReleaseRequest.Scope,
    at base: ReleaseBase,
    refusing refused: [ComponentName: OperationError],
    checks: CandidateInspection?,
    notes: String?,
    changeNotes: ChangeNotes,
    listingFirstsAfter start: ObjectID?,
    tags: TagNames,
    findings: ReleaseFindings,
    context: WriteContext
  ) {
    (self.base, self.start, self.context) = (base, base, context)
    (self.notes, self.changeNotes, self.tags) = (notes, changeNotes, tags)
    entries = ReleaseEntries(
      tip: base.tip,
      tree: base.tree,
      state: base.state,
      listingFirstsAfter: start,
      changeNotes
    )
    (subjects, rules, tellsReasons) = (scope.subjects, scope.rules, scope.tellsReasons)
    (groups, named, wanted) = (scope.groups, scope.named, scope.wanted)
    let order = DependencyOrder(subjects.mapValues(\.dependencies))
    self.order = order.names
    self.refused = refused.merging(order.cycles) { $1 }
    // A release refuses a dependency with changes that are not released.
    var primary = scope.wanted
    for name in order.names.reversed() where primary.contains(name) {
      primary.formUnion(scope.subjects[name]?.dependencies ?? [])
    }
    self.primary = primary
    interfaces = PlannedInterfaces(
      checks: checks,
      findings: findings,
      subjects: scope.subjects,
      progress: context.progress
    )
  }

  mutating func plan(in workspace: borrowing Workspace) throws -> ReleasePlan {
    lookAtFiles(in: workspace)
    defer { uncommitted?.wait() }
    // This thread reads the history at the same time.
    let first = neededForms(in: workspace)
    defer { first.wait() }
    try findCommits(in: workspace)
    try forms.merge(first.value()) { known, _ in known }
    // Nothing is built for what cannot be released.
    if interfaces.areProvisional { _ = try refuseUncommitted() }
    while true {
      try forms.merge(neededForms(in: workspace).value()) { known, _ in known }
      try goThrough(in: workspace)
      // A refused release holds its dependents, and a group's version may make more releases due.
      guard
        try interfaces.compare(in: workspace) || refuseUncommitted()
          || refuseContent(in: workspace) || settleGroups(in: workspace)
      else { break }
      (base, releases, existing, held, planned) = (start, [], [], [], [:])
    }
    if tellsReasons { try holdWithdrawn(in: workspace) }
    for index in releases.indices {
      releases[index].dependents = dependents(on: releases[index])
    }
    return try ReleasePlan(
      releases: releases,
      held: held.sorted { $0.name < $1.name },
      comparesInterfaces: interfaces.areCompared,
      existing: existing,
      withdrawn: tellsReasons ? withdrawnStates(in: workspace) : [],
      uncommitted: tellsReasons ? uncommittedNames() : [],
      named: named,
      tip: base.tip
    )
  }

  /// Plans each component that is due, with the rules as they are.
  mutating func goThrough(in workspace: borrowing Workspace) throws {
    let firsts = neededFirsts
    for name in order {
      guard let subject = subjects[name], let tree = subject.tree else { continue }
      // Of those that were not requested, only what the releases of the others make necessary.
      let isPrimary = primary.contains(name)
      let taken = try needs(of: subject, in: workspace)
        .filter { isPrimary || planned[$0.name] != nil }
      guard isDue(subject) || firsts.contains(name) || !taken.isEmpty else { continue }
      do {
        if let release = try existing(subject, in: workspace) {
          try checkCommitted(subject)
          existing.append(release)
        } else {
          try add(release(of: subject, tree, taking: taken, in: workspace), in: workspace)
        }
      } catch let error as OperationError where error.code == .nothingChanged {
        try settle(subject, unchanged: error, in: workspace)
      } catch {
        try hold(subject, because: error)
      }
    }
  }

  /// Edits that are not committed yet are what a person means who asks for a release of what has not
  /// changed.
  private mutating func settle(
    _ subject: ReleaseSubject,
    unchanged error: OperationError,
    in workspace: borrowing Workspace
  ) throws {
    do {
      try checkCommitted(subject)
    } catch {
      return try hold(subject, because: error)
    }
    guard rules[subject.name]?.isLowest == true,
      let release = try unchanged(subject, in: workspace)
    else { return try hold(subject, because: error) }
    existing.append(release)
  }

  /// Whether the request or a change asks for a release.
  func isDue(_ subject: ReleaseSubject) -> Bool {
    primary.contains(subject.name) && subject.isChanged || rules[subject.name] != nil
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
      since: subject.baseline == nil ? rule.promise(in: candidate.log) : nil,
      or: subject.isChanged ? subject.baseline : nil,
      start.state,
      planned: base.state,
      in: workspace
    )
    let taken = try interfaces.exposures(of: taken, in: candidate, base.state, workspace)
    let group = groups.group(of: subject.name)
    let reasons = subject.reasons(
      try commitSummary(of: subject, in: workspace),
      changeNotes.notes(for: subject.name),
      evidence,
      taking: taken,
      in: group.flatMap { $0.isFixed ? $0.name : nil }
    )
    let level = reasons.map { $0.level(evidence) }.max() ?? .unchanged
    let others = TakenVersions(of: subject.name, subject.component, candidate.log, among: tags)
    let version = try rule.version(of: subject, after: candidate.log, level, evidence, others)
    // Of the version that a group gets in its place, nothing is known yet.
    let isProvisional = isProvisional(subject)
    if !isProvisional {
      try evidence?.check(
        version,
        accepting: tellsReasons ? "\(subject.name)=REASON" : "REASON",
        after: candidate.log.releases.map(\.version)
          + ReleaseTags(TagNaming(of: subject.name, at: subject.path), among: tags).versions,
        besides: others.contains
      )
    }
    if !isProvisional, rule.asked == nil {
      try CandidateChecks.version(
        version,
        of: subject,
        after: candidate.log,
        advising: advisedVersions(for: subject, candidate.log),
        at: base.tip,
        among: tags,
        in: workspace
      )
    }
    let notes = reasons.changelogNotes(notes)
    var release =
      try isProvisional
      ? candidate.release(as: version, evidence, notes: notes, context: context)
      : edited(candidate, of: subject, as: version, evidence, notes, workspace)
    (release.group, release.isAsked, release.reasons) = (group?.name, rule.asked != nil, reasons)
    release.level = subject.release == nil && subject.baseline == nil ? nil : level
    return release
  }

  private mutating func add(
    _ release: PlannedRelease,
    in workspace: borrowing Workspace
  ) throws {
    let log = try workspace.log(of: release.component, in: base.state)
      .adding(.release(release.record))
    base.state.replace(log, of: release.component)
    if !release.editedFiles.isEmpty {
      base.replaceTree(
        by: try VersionEdits.storing(release.editedFiles, in: base.tree, of: workspace.repository)
      )
    }
    planned[release.component] = release.version
    releases.append(release)
  }
}

/// The commits since the last releases or the baselines.
extension ReleasePlanning {
  /// Looks up all that reasons and changelog entries may tell of, in one walk.
  mutating func findCommits(in workspace: borrowing Workspace) throws {
    let writesEntries = base.state.manifest.changelogs == .components
    guard tellsReasons || writesEntries else { return }
    var changes: [ReleaseHistories.Change] = []
    for name in order {
      guard let subject = subjects[name], writesEntries || subject.hasNewFiles,
        let change = try change(of: subject, in: workspace)
      else { continue }
      changes.append(change)
    }
    try entries.find(changes, in: workspace.repository)
  }

  /// `nil` if the files are those of the last release, or there is none.
  mutating func commitSummary(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> CommitSummary? {
    guard tellsReasons, subject.hasNewFiles, let change = try change(of: subject, in: workspace)
    else { return nil }
    return CommitSummary(
      try entries.commits(of: change, in: workspace.repository),
      of: subject.name,
      entries.scopes
    )
  }

  private func change(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> ReleaseHistories.Change? {
    guard let tree = subject.tree else { return nil }
    if let start = subject.baseline?.source {
      return ReleaseHistories.Change(of: subject.name, paths: [subject.path], after: start)
    }
    guard let release = subject.release else { return nil }
    let paths = try start.forms
      .paths(of: tree, at: subject.path, since: release, in: workspace.repository)
    return ReleaseHistories.Change(of: subject.name, paths: paths, since: release)
  }
}

extension OperationError {
  /// The history is incomplete.
  static let shallow = OperationError(
    .shallowClone,
    "the clone is shallow, so the changes since the last release are unknown",
    help: "fetch the whole history with 'git fetch --unshallow'"
  )
}

/// Checks that run beside the rest of the plan, which does not need their results. If one of them
/// refuses a planned release, the plan is computed again without it.
extension ReleasePlanning {
  /// Starts to look up the uncommitted changes of all components that may be released.
  mutating func lookAtFiles(in workspace: borrowing Workspace) {
    guard !workspace.repository.isBare else { return }
    var reached = primary
    for name in order where !reached.isDisjoint(with: subjects[name]?.dependencies ?? []) {
      reached.insert(name)
    }
    let paths = order.compactMap { reached.contains($0) ? subjects[$0]?.path : nil }
    uncommitted = UncommittedChanges(below: paths, of: base.trees, in: workspace)
  }

  /// Refuses each component whose files have changes that are not committed.
  ///
  /// - Returns: Whether one of them is planned.
  mutating func refuseUncommitted() throws -> Bool {
    guard let uncommitted else { return false }
    for name in order {
      guard let path = subjects[name]?.path else { continue }
      try refuse(name) { () throws(OperationError) in try uncommitted.refuse(below: path) }
    }
    return releases.contains { refused[$0.component] != nil }
  }

  /// Throws if the files of a component have changes that are not committed.
  mutating func checkCommitted(_ subject: ReleaseSubject) throws {
    guard let uncommitted else { return }
    try refuse(subject.name) { () throws(OperationError) in
      try uncommitted.refuse(below: subject.path)
    }
    if let refusal = refused[subject.name] { throw refusal }
  }

  /// The components with uncommitted changes that are not due without them.
  func uncommittedNames() throws -> [ComponentName] {
    let named = Set(releases.map(\.component) + held.map(\.name))
    return try order.filter { name in
      guard wanted.contains(name), !named.contains(name), let path = subjects[name]?.path else {
        return false
      }
      return try uncommitted?.files(below: path).isEmpty == false
    }.sorted()
  }

  /// Refuses each planned release that cannot be packed.
  ///
  /// - Returns: Whether there are any.
  mutating func refuseContent(in workspace: borrowing Workspace) throws -> Bool {
    let checks = releases.concurrentMap(reading: workspace.repository.gitDirectory) {
      release,
      repository in
      try release.candidate.checkContent(as: release.version, in: repository)
    }
    for (release, check) in zip(releases, checks) {
      try refuse(release.component) { () throws(OperationError) in try check.get() }
    }
    return releases.contains { refused[$0.component] != nil }
  }

  /// - Throws: Errors that do not concern this component alone.
  private mutating func refuse(
    _ name: ComponentName,
    unless check: () throws(OperationError) -> Void
  ) throws(OperationError) {
    guard refused[name] == nil else { return }
    do throws(OperationError) {
      try check()
    } catch {
      guard error.code.concern == .component else { throw error }
      refused[name] = error.of("component '\(name)'")
    }
  }
}

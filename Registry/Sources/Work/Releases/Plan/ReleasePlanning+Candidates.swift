import Base
import Checks
import Content
import Git
import Model
import Versions

extension ReleasePlanning {
  /// The candidate, if nothing but its interface can prevent the release.
  func candidate(
    of subject: ReleaseSubject,
    _ tree: ObjectID,
    _ rule: VersionRule,
    in workspace: borrowing Workspace
  ) throws -> ReleaseCandidate {
    let (name, component) = (subject.name, subject.component)
    if let error = refused[name] { throw error }
    try ComponentFolder.checkPlace(subject.path, manifest: workspace.manifestPath)
    let log = try workspace.log(of: name, in: base.state)
    try CandidateChecks.records(of: name, log, in: base.state)
    if let version = rule.asked {
      let advised = advisedVersions(for: subject, log)
      try CandidateChecks.baseline(
        of: subject,
        before: version,
        advising: advised,
        in: workspace
      )
      try CandidateChecks.version(
        version,
        of: subject,
        after: log,
        advising: advised,
        at: base.tip,
        among: tags,
        in: workspace
      )
    }
    let published =
      try forms[name]?.get()
      ?? base.form(of: component, tree)
      .form(in: workspace.repository)
    if rule.needsChanges {
      try CandidateChecks.changes(
        of: component,
        published.form,
        since: log,
        to: rule.asked,
        at: base,
        in: workspace
      )
    }
    if let dependency = heldDependency(of: subject) { throw HeldDependency(name: dependency) }
    let candidate = try ReleaseCandidate(
      of: name,
      component,
      published,
      log: log,
      leavingOut: subject.leftOut,
      allowsPrereleases: allowsPrereleases(subject, rule),
      ignoring: try unknownRequirements(of: subject, in: workspace),
      base: base,
      in: workspace
    )
    try refuseCycle(of: candidate, in: workspace)
    return candidate
  }

  /// The candidate with its version in its version files and, if the changelog is in its folder,
  /// with its entry; not packed yet.
  mutating func edited(
    _ candidate: ReleaseCandidate,
    of subject: ReleaseSubject,
    as version: SemanticVersion,
    _ evidence: InterfaceEvidence?,
    _ notes: String?,
    _ workspace: borrowing Workspace
  ) throws -> PlannedRelease {
    let versionEdits = VersionEdits(subject.component, of: base.state.manifest, version)
    try versionEdits.checkPlaces(in: workspace)
    var edits = try versionEdits.files(in: base.tree, of: workspace.repository)
    var release = try candidate.release(as: version, evidence, notes: notes, context: context)
    if base.state.manifest.changelogs == .components {
      let entry = try entries.entries(of: [release], in: workspace.repository)[0]
      let changelog = try Changelog.file(
        in: subject.path,
        adding: entry,
        to: candidate.log,
        among: tags,
        root: base.tree,
        in: workspace
      )
      edits[changelog.path] = changelog.content
      release.entry = entry
    }
    release.editedFiles = edits
    let isEdited = edits.keys.contains { base.trees.isFile($0, ofComponentAt: subject.path) }
    let isUnknown = try unknownRequirements(of: subject, in: workspace) != .none
    guard isEdited || isUnknown else { return release }
    var edited = base
    edited.replaceTree(
      by: try VersionEdits.storing(edits, in: base.tree, of: workspace.repository)
    )
    var published = try candidate.reading(
      subject.component,
      allowsPrereleases: version.isPrerelease,
      base: edited,
      in: workspace
    ).release(as: version, evidence, notes: notes, context: context)
    (published.entry, published.editedFiles) = (release.entry, edits)
    return published
  }

  /// Returns the requirements that do not count for a candidate which is read before its version is
  /// known.
  private func unknownRequirements(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> Publication.UnknownRequirements {
    let edits = VersionEdits(subject.component, of: base.state.manifest, SemanticVersion(0, 0, 0))
    let isOfManifest = try edits.areInPackageManifests(in: base.tree, of: workspace.repository)
    return isOfManifest ? .all : isProvisional(subject) ? .ofGroup : .none
  }

  /// Whether another version will take the place of the one that is planned: that of a group, or one
  /// that is chosen when all interfaces are compared.
  func isProvisional(_ subject: ReleaseSubject) -> Bool {
    interfaces.areProvisional || groups.group(of: subject.name) != nil && rules[subject.name] == nil
  }

  /// Returns the versions that may be released instead of one that the component cannot have.
  func advisedVersions(for subject: ReleaseSubject, _ log: ReleaseLog) -> AdvisedVersions {
    var advised = AdvisedVersions(
      taken: TakenVersions(of: subject.name, subject.component, log, among: tags),
      state: start.state
    )
    if case .group? = rules[subject.name] { advised.group = groups.group(of: subject.name) }
    return advised
  }

  /// The published forms of components that changed or have a requested version, computed on all
  /// processors while the caller continues; their manifests are read there, too.
  func neededForms(
    in workspace: borrowing Workspace
  ) -> BackgroundWork<[ComponentName: Result<PlannedForm, OperationError>]> {
    var plans: [(name: ComponentName, path: TreePath, plan: ReleaseFormPlan)] = []
    for name in order where forms[name] == nil {
      guard let subject = subjects[name], let tree = subject.tree,
        primary.contains(name) && subject.isChanged || rules[name] != nil
      else { continue }
      plans.append((name, subject.path, base.form(of: subject.component, tree)))
    }
    let (base, gitDirectory) = (base, workspace.repository.gitDirectory)
    return BackgroundWork { [plans] in
      let forms = plans.concurrentMap(reading: gitDirectory) { named, repository in
        let form = try named.plan.form(in: repository)
        // The candidate finds what cannot be read and reports it.
        _ = try? Publication.manifests(in: named.path, form.listing, base, repository)
        return form
      }
      return Dictionary(zip(plans.map(\.name), forms)) { first, _ in first }
    }
  }

  /// A plan continues a pre-release with the next one.
  private func allowsPrereleases(_ subject: ReleaseSubject, _ rule: VersionRule) -> Bool {
    switch rule {
    case .asked(let version), .group(let version, _): version.isPrerelease
    case .interface: false
    case .reasons:
      subject.release?.version.isPrerelease ?? false
        || groups.group(of: subject.name)?.group.prerelease != nil
    }
  }

  /// A dependency that must be released first and is not.
  private func heldDependency(of subject: ReleaseSubject) -> ComponentName? {
    subject.dependencies.sorted().first { name in
      guard let dependency = subjects[name], planned[name] == nil else { return false }
      return dependency.isChanged || dependency.isNew
    }
  }
}

/// Recording of what prevents releases.
extension ReleasePlanning {
  /// Leaves a component out of the plan, or throws if a person requested it.
  mutating func hold(_ subject: ReleaseSubject, because error: any Error) throws {
    let reason: HeldComponent.Reason
    if let held = error as? HeldDependency {
      reason = .dependency(held.name)
    } else {
      let found = refused[subject.name] ?? OperationError(error)
      // A tag has the component's name.
      let isNamed = refused[subject.name] != nil || found.code == .tagExists
      let error = isNamed ? found : found.of("component '\(subject.name)'")
      let isAsked = rules[subject.name]?.isOfPerson ?? false
      guard !isAsked, error.code.concern == .component else { throw error }
      reason = .refused(error)
    }
    held.append(HeldComponent(name: subject.name, isChanged: subject.isChanged, reason: reason))
  }

  /// Throws if a component depends on itself through recorded releases.
  ///
  /// If all components are planned, their order shows that already.
  func refuseCycle(
    of candidate: ReleaseCandidate,
    in workspace: borrowing Workspace
  ) throws {
    var open = candidate.requires.keys.filter { subjects[$0] == nil }
    var graph = [candidate.name: Set(candidate.requires.keys)]
    while let name = open.popLast() {
      guard graph[name] == nil else { continue }
      let release = try workspace.log(of: name, in: base.state).currentRelease
      graph[name] = Set(release.map { Array($0.requires.keys) } ?? [])
      open += graph[name] ?? []
    }
    guard DependencyOrder(graph).cycles[candidate.name] != nil else { return }
    // An earlier release may require what its next one does without.
    for name in graph.keys where name != candidate.name {
      graph[name]?.subtract(try leftOut(of: name, in: workspace))
    }
    if let cycle = DependencyOrder(graph).cycles[candidate.name] { throw cycle }
  }

  private func leftOut(
    of name: ComponentName,
    in workspace: borrowing Workspace
  ) throws -> Set<ComponentName> {
    guard let component = base.state.manifest.components[name],
      let tree = try base.tree(at: component.path, of: workspace.repository)
    else { return [] }
    return try DependencyReader(base: base).leftOut(
      of: name,
      component,
      tree,
      since: { try workspace.log(of: $0, in: base.state).currentRelease },
      in: workspace.repository
    )
  }

  /// Holds the components whose releases are all withdrawn that the last releases of others require.
  ///
  /// A plan does not release again what was withdrawn: only a person knows whether the cause is gone.
  mutating func holdWithdrawn(in workspace: borrowing Workspace) throws {
    var logs: [ComponentName: ReleaseLog] = [:]
    for name in order { logs[name] = try workspace.log(of: name, in: base.state) }
    guard logs.values.contains(where: { $0.availableReleases.count < $0.releases.count }) else {
      return
    }
    var recorded: [ComponentName: ReleaseLog] = [:]
    for name in order { recorded[name] = try workspace.log(of: name, in: start.state) }
    missed = Set(Self.currentLosses(recorded).map(\.cause))
    let current = Self.currentLosses(logs)
    for (cause, losses) in Dictionary(grouping: current, by: \.cause) {
      guard let subject = subjects[cause], primary.contains(cause), subject.release == nil,
        planned[cause] == nil, !held.contains(where: { $0.name == cause }), let first = losses.first
      else { continue }
      let others = losses.count > 1 ? " and \(losses.count - 1) more require" : " requires"
      let error = OperationError(
        .yankedRelease,
        "'\(first.component)' \(first.version)\(others) releases of it that are withdrawn",
        help: try ReleaseAdvice(base.state.manifest)
          .help(replacing: cause, in: base.state, in: workspace),
        context: "component '\(cause)'"
      )
      held.append(
        HeldComponent(name: cause, isChanged: subject.isChanged, reason: .refused(error))
      )
    }
  }

  /// The last releases that cannot be resolved.
  private static func currentLosses(
    _ logs: [ComponentName: ReleaseLog]
  ) -> [ResolvableReleases.Loss] {
    var resolvable = ResolvableReleases(logs)
    return resolvable.losses.filter { loss in
      logs[loss.component]?.greatestAvailable?.version == loss.version
    }
  }

  /// The components that are not released because their files are those of a withdrawn release.
  func withdrawnStates(in workspace: borrowing Workspace) throws -> [ReleasePlan.WithdrawnState] {
    try order.compactMap { name in
      guard primary.contains(name), planned[name] == nil, let version = subjects[name]?.withdrawn,
        !held.contains(where: { $0.name == name })
      else { return nil }
      return ReleasePlan.WithdrawnState(
        component: name,
        version: version,
        command: try ReleaseAdvice(base.state.manifest)
          .command(
            releasingAgain: name,
            after: missed.contains(name) ? version : nil,
            in: base.state,
            in: workspace
          )
      )
    }
  }
}

/// A dependency is held itself.
struct HeldDependency: Error {
  let name: ComponentName
}

import APICompatibility
import Git
import RegistryModel
import Versioning

/// Goes through the components, dependencies first, and sees what becomes of each.
struct ReleasePlanning {
  let tip: ObjectID
  /// As the branch has it, and with the releases that were planned so far.
  var state: RegistryState
  let subjects: [ComponentName: ReleaseSubject]
  let order: [ComponentName]
  /// Versions that a person named.
  let asked: [ComponentName: SemanticVersion]
  let comparing: (any InterfaceComparing)?
  let progress: @Sendable (String) -> Void

  private var steps: [PlannedRelease] = []
  private var planned: [ComponentName: SemanticVersion] = [:]
  private var held: [ComponentName: HeldComponent] = [:]
  private var summaries: [ComponentName: CommitSummary] = [:]

  init(
    tip: ObjectID,
    state: RegistryState,
    subjects: [ComponentName: ReleaseSubject],
    order: [ComponentName],
    asked: [ComponentName: SemanticVersion],
    comparing: (any InterfaceComparing)?,
    progress: @escaping @Sendable (String) -> Void
  ) {
    self.tip = tip
    self.state = state
    self.subjects = subjects
    self.order = order
    self.asked = asked
    self.comparing = comparing
    self.progress = progress
  }

  /// - Parameter wanted: The components that the plan is about.
  mutating func plan(
    for wanted: Set<ComponentName>,
    in workspace: borrowing Workspace
  ) throws -> ReleasePlan {
    let primary = withDependencies(wanted)
    try summarize(in: workspace)
    for name in order {
      guard let subject = subjects[name], subject.tree != nil else { continue }
      let isPrimary = primary.contains(name)
      // Of the others, only what the releases of these make necessary.
      let taken = try needs(of: subject, in: workspace)
        .filter { isPrimary || planned[$0.name] != nil }
      guard isPrimary && subject.isChanged || asked[name] != nil || !taken.isEmpty else { continue }
      if try stands(subject, in: workspace) { continue }
      if let reason = obstacle(to: subject, in: workspace) {
        held[name] = HeldComponent(name: name, isChanged: subject.isChanged, reason: reason)
      } else {
        try add(subject, taking: taken, in: workspace)
      }
    }
    return ReleasePlan(
      steps: steps,
      held: held.values.sorted { $0.name < $1.name },
      comparesInterfaces: comparing != nil,
      tip: tip
    )
  }

  /// The wanted components with all that they depend on: a release refuses a dependency with changes
  /// that are not released.
  private func withDependencies(_ wanted: Set<ComponentName>) -> Set<ComponentName> {
    var found = wanted
    for name in order.reversed() where found.contains(name) {
      found.formUnion((try? subjects[name]?.dependencies.get()) ?? [])
    }
    return found
  }

  /// The commits of all changes, read in one walk.
  private mutating func summarize(in workspace: borrowing Workspace) throws {
    var changes: [(name: ComponentName, change: ReleaseHistories.Change)] = []
    for name in order {
      guard let subject = subjects[name], subject.isChanged, let release = subject.release else {
        continue
      }
      changes.append((name, ReleaseHistories.Change(path: subject.path, since: release)))
    }
    guard !changes.isEmpty else { return }
    guard !workspace.repository.isShallow else {
      throw OperationError(
        .shallowClone,
        "the clone is shallow, so that the changes since the last release cannot be told",
        help: "get the whole history with 'git fetch --unshallow'"
      )
    }
    var graph = CommitGraph()
    let histories = try ReleaseHistories(tip: tip)
      .histories(of: changes.map(\.change), graph: &graph, in: workspace.repository)
    for (change, history) in zip(changes, histories) {
      var read: [Commit] = []
      for id in history.commits { read.append(try workspace.repository.commit(id)) }
      summaries[change.name] = CommitSummary(read)
    }
  }
}

extension ReleasePlanning {
  /// The releases of dependencies that the last release does not take in, and must.
  private func needs(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> [TakenDependency] {
    guard let release = subject.release, let dependencies = try? subject.dependencies.get() else {
      return []
    }
    var taken: [TakenDependency] = []
    for name in dependencies.sorted() {
      guard let recorded = release.requires[name], let version = version(of: name) else { continue }
      let wanted = subject.component.requires[name]
      let isPassed =
        try !recorded.contains(version)
        && !isAhead(version, of: name, beside: recorded, in: workspace)
      guard isPassed || (wanted != nil && wanted != recorded) else { continue }
      // Who says so in the manifest wants to stay behind.
      if wanted == recorded, !subject.isChanged, asked[subject.name] == nil { continue }
      taken.append(
        TakenDependency(name: name, version: version, recorded: recorded, exposure: .unknown)
      )
    }
    return taken
  }

  /// Whether a version is a pre-release, which is for those who ask for it, with no release proper
  /// before it that the requirement has not got to.
  private func isAhead(
    _ version: SemanticVersion,
    of name: ComponentName,
    beside recorded: VersionRequirement,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    guard version.isPrerelease else { return false }
    let proper = try workspace.log(of: name, in: state).releases.map(\.version)
      .last { !$0.isPrerelease }
    guard let proper, let lowest = recorded.namedVersions.first, proper > lowest else {
      return true
    }
    return recorded.contains(proper)
  }

  /// Whether the version that was asked for is a release already, with this very content.
  ///
  /// - Throws: If other content has it.
  private func stands(
    _ subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    guard let version = asked[subject.name], let tree = subject.tree else { return false }
    return try unifyingErrors(of: "component '\(subject.name)'") {
      try workspace.log(of: subject.name, in: state).standing(version, tree: tree) != nil
    }
  }

  /// What stands against a release that there is a reason for.
  private func obstacle(
    to subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) -> HeldComponent.Reason? {
    let dependencies: Set<ComponentName>
    do throws(OperationError) {
      dependencies = try subject.dependencies.get()
      try unifyingErrors(of: "component '\(subject.name)'") {
        try BumpChecks.place(subject.path, in: workspace)
        let log = try workspace.log(of: subject.name, in: state)
        try BumpChecks.records(of: subject.name, log, in: state)
        if let tree = subject.tree {
          let root = try workspace.repository.commit(tip).tree
          _ = try ReleaseFormPlan(folder: subject.path, tree: tree, root: root)
            .form(in: workspace.repository)
        }
      }
    } catch {
      return .refused(error)
    }
    let isPrerelease = (asked[subject.name] ?? subject.release?.version)?.isPrerelease ?? false
    for name in dependencies.sorted() {
      guard let dependency = subjects[name] else { continue }
      guard planned[name] != nil || !dependency.isChanged, let version = version(of: name) else {
        return .dependency(name)
      }
      let requirement = subject.requirement(on: name, at: version)
      if !requirement.contains(version) {
        return .requirement(on: name, requirement, version: version)
      }
      if version.isPrerelease, !isPrerelease, subject.component.requires[name] == nil {
        return .refused(Publication.prerelease(version, of: name, requiredBy: subject.name))
      }
    }
    return nil
  }

  /// The release that a component comes to.
  private func version(of name: ComponentName) -> SemanticVersion? {
    planned[name] ?? subjects[name]?.release?.version
  }

  private mutating func add(
    _ subject: ReleaseSubject,
    taking taken: [TakenDependency],
    in workspace: borrowing Workspace
  ) throws {
    let log = try workspace.log(of: subject.name, in: state)
    let step: PlannedRelease = try unifyingErrors(of: "component '\(subject.name)'") {
      if let version = asked[subject.name] {
        try ReleaseLine(releases: log.releases.map(\.version)).check(version, of: subject.name)
      }
      return try PlannedRelease(
        of: subject,
        requires: requirements(of: subject),
        summary: summaries[subject.name],
        taking: taken,
        asked: asked[subject.name],
        looking: PlannedInterfaces(
          state: state,
          subjects: subjects,
          tip: tip,
          comparing: comparing,
          progress: progress
        ),
        in: workspace
      )
    }
    state = state.replacing(try log.adding(.release(step.release)), of: subject.name)
    planned[subject.name] = step.version
    steps.append(step)
  }

  /// What the release is to record of its dependencies.
  private func requirements(
    of subject: ReleaseSubject
  ) throws -> [ComponentName: VersionRequirement] {
    var requires: [ComponentName: VersionRequirement] = [:]
    for name in try subject.dependencies.get() {
      guard let version = version(of: name) else { continue }
      requires[name] = subject.requirement(on: name, at: version)
    }
    return requires
  }
}

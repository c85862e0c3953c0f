import APICompatibility
import Git
import RegistryModel
import Versioning

/// Goes through the components, dependencies first, and sees what becomes of each.
struct ReleasePlanning {
  typealias PlannedForm = (form: ReleaseForm, listing: TreeListing)

  /// With the releases that were planned so far.
  var base: ReleaseBase
  let subjects: [ComponentName: ReleaseSubject]
  let order: [ComponentName]
  /// Versions that a person named.
  let asked: [ComponentName: SemanticVersion]
  /// What is known to stand against releases that nothing else does.
  let refused: [ComponentName: OperationError]
  let comparing: (any InterfaceComparing)?
  let progress: @Sendable (String) -> Void

  var steps: [PlannedRelease] = []
  var planned: [ComponentName: SemanticVersion] = [:]
  var held: [ComponentName: HeldComponent] = [:]
  var summaries: [ComponentName: CommitSummary] = [:]
  /// Of what has changed.
  var forms: [ComponentName: Result<PlannedForm, OperationError>] = [:]

  init(
    base: ReleaseBase,
    subjects: [ComponentName: ReleaseSubject],
    order: [ComponentName],
    asked: [ComponentName: SemanticVersion],
    refused: [ComponentName: OperationError],
    comparing: (any InterfaceComparing)?,
    progress: @escaping @Sendable (String) -> Void
  ) {
    self.base = base
    self.subjects = subjects
    self.order = order
    self.asked = asked
    self.refused = refused
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
    forms = changedForms(of: primary, in: workspace)
    // Looked up for the first candidate: mostly there is none.
    var looked: UncommittedChanges?
    for name in order {
      guard let subject = subjects[name], let tree = subject.tree else { continue }
      let isPrimary = primary.contains(name)
      // Of the others, only what the releases of these make necessary.
      let taken = try needs(of: subject, in: workspace)
        .filter { isPrimary || planned[$0.name] != nil }
      guard isPrimary && subject.isChanged || asked[name] != nil || !taken.isEmpty else { continue }
      if try stands(subject, in: workspace) { continue }
      let uncommitted = try looked ?? uncommittedChanges(below: primary, in: workspace)
      looked = uncommitted
      do throws(HeldComponent.Reason) {
        let candidate = try candidate(subject, tree, uncommitted, in: workspace)
        try add(candidate, subject, taking: taken, in: workspace)
      } catch {
        if case .refused(let error) = error, asked[name] != nil || !error.isAboutOneComponent {
          throw error
        }
        held[name] = HeldComponent(name: name, isChanged: subject.isChanged, reason: error)
      }
    }
    return ReleasePlan(
      steps: steps,
      held: held.values.sorted { $0.name < $1.name },
      comparesInterfaces: comparing != nil,
      tip: base.tip
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

  /// The published forms of what has changed, worked out on all processors.
  private func changedForms(
    of names: Set<ComponentName>,
    in workspace: borrowing Workspace
  ) -> [ComponentName: Result<PlannedForm, OperationError>] {
    var plans: [(name: ComponentName, plan: ReleaseFormPlan)] = []
    for name in order where names.contains(name) {
      guard let subject = subjects[name], subject.isChanged, let tree = subject.tree else {
        continue
      }
      plans.append((name, ReleaseFormPlan(folder: subject.path, tree: tree, root: base.tree)))
    }
    let forms = plans.concurrentMap(reading: workspace.repository.gitDirectory) {
      named,
      repository in
      try named.plan.form(in: repository)
    }
    return Dictionary(zip(plans.map(\.name), forms)) { first, _ in first }
  }

  /// The commits of all changes, read in one walk.
  private mutating func summarize(in workspace: borrowing Workspace) throws {
    var changes: [(name: ComponentName, change: ReleaseHistories.Change)] = []
    for name in order {
      guard let subject = subjects[name], subject.isChanged, let tree = subject.tree,
        let release = subject.release
      else { continue }
      let paths = try base.forms
        .paths(of: tree, at: subject.path, since: release, in: workspace.repository)
      changes.append((name, ReleaseHistories.Change(paths: paths, since: release)))
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
    let histories = try ReleaseHistories(tip: base.tip)
      .histories(of: changes.map(\.change), graph: &graph, in: workspace.repository)
    for (change, history) in zip(changes, histories) {
      var read: [Commit] = []
      for id in history.commits { read.append(try workspace.repository.commit(id)) }
      summaries[change.name] = CommitSummary(read)
    }
  }
}

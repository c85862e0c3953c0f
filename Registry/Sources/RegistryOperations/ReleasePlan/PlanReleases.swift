import Git
import RegistryModel
import Versioning

/// Works out what is to be released, from what is committed; nothing is written.
package struct PlanReleases: Sendable {
  /// Components that the plan is about; none means all of them.
  ///
  /// What they need and what their releases make necessary comes with them.
  package var selection: [ReleaseSelection]
  /// Whether all others are looked at too, where some are selected.
  package var includesAll: Bool
  /// A revision: only what changed since then is looked at.
  package var since: String?
  /// Nothing where public interfaces are not to be compared.
  package var comparing: (any InterfaceComparing)?
  package var progress: @Sendable (String) -> Void
  /// What is known to stand against releases that nothing else does, such as a build that failed.
  var refused: [ComponentName: OperationError] = [:]

  package init(
    _ selection: [ReleaseSelection] = [],
    includesAll: Bool = false,
    since: String? = nil,
    comparing: (any InterfaceComparing)? = nil,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.selection = selection
    self.includesAll = includesAll
    self.since = since
    self.comparing = comparing
    self.progress = progress
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> ReleasePlan {
    try unifyingErrors {
      guard let tip = try workspace.repository.head().tip else {
        throw OperationError(.unbornBranch, "the branch has no commit yet, nothing to release")
      }
      let state = try workspace.state(at: tip)
      let root = try workspace.repository.commit(tip).tree
      let manifests = PackageManifests()
      let forms = ReleasedForms(root: root)
      let subjects = try ReleaseSubject.all(
        in: state,
        tree: root,
        manifests: manifests,
        forms: forms,
        workspace
      )
      let order = DependencyOrder(subjects.mapValues { (try? $0.dependencies.get()) ?? [] })
      var planning = ReleasePlanning(
        base: ReleaseBase(
          tip: tip,
          tree: root,
          state: state,
          manifests: manifests,
          forms: forms
        ),
        subjects: subjects,
        order: order.names,
        asked: try asked(state, in: workspace),
        refused: refused.merging(order.cycles) { $1 },
        comparing: comparing,
        progress: progress
      )
      return try planning.plan(for: wanted(subjects, forms, in: workspace), in: workspace)
    }
  }

  private func asked(
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: SemanticVersion] {
    var asked: [ComponentName: SemanticVersion] = [:]
    for choice in selection {
      let name = try workspace.committed(in: state) { try $0.component(named: choice.name).name }
      guard let version = choice.version else { continue }
      if let other = asked[name], !other.isSpelled(like: version) {
        throw OperationError(
          .noVersion,
          "'\(name)' is to be '\(other)' and '\(version)', expected one version"
        )
      }
      asked[name] = version
    }
    return asked
  }

  private func wanted(
    _ subjects: [ComponentName: ReleaseSubject],
    _ forms: ReleasedForms,
    in workspace: borrowing Workspace
  ) throws -> Set<ComponentName> {
    var wanted = Set(subjects.keys)
    if !selection.isEmpty, !includesAll {
      let names = Set(selection.map(\.name))
      wanted = wanted.filter { names.contains($0.text) }
    }
    guard let since else { return wanted }
    let commit = try workspace.repository.commit(named: since)
    let root = try workspace.repository.commit(commit).tree
    let before = ReleasedForms(root: root)
    var trees = TreeLookup(root: root)
    return try wanted.filter { name in
      guard let subject = subjects[name] else { return false }
      let tree = try trees.tree(at: subject.path, in: workspace.repository)
      guard let tree, tree == subject.tree, let release = subject.release else {
        return tree != subject.tree
      }
      return try
        !forms
        .matches(before, tree, at: subject.path, since: release, in: workspace.repository)
    }
  }
}

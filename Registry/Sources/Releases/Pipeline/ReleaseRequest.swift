import Git
import PublishedForm
import RegistryModel
import Versioning
import Workspace

/// What is to be released.
enum ReleaseRequest: Sendable {
  /// One component, as it was typed, and nothing beside it.
  case component(String, VersionChoice)
  /// What changed, of those that are selected and all that they need, or of all; and what that makes
  /// necessary.
  ///
  /// - Parameter since: A revision: only what changed since then is looked at.
  case changes([ReleaseSelection], includesAll: Bool, since: String?)

  /// The names that a person typed.
  var names: Set<String> {
    switch self {
    case .component(let name, _): [name]
    case .changes(let selection, _, _): Set(selection.map(\.name))
    }
  }
}

extension ReleaseRequest {
  /// The components that may have to be released, and how the version of some is to be chosen.
  struct Field {
    let subjects: [ComponentName: ReleaseSubject]
    /// Those that the request is about.
    let wanted: Set<ComponentName>
    let rules: [ComponentName: VersionRule]
    /// Whether it is to be said why each release is due.
    let tellsReasons: Bool
  }

  func field(
    at base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws -> Field {
    switch self {
    case .component(let typed, let choice):
      let (name, component) = try workspace.committed(in: base.state) {
        try $0.component(named: typed)
      }
      try base.state.refusePrivate(name)
      return try unifyingErrors(of: "component '\(name)'") {
        let subject = try ReleaseSubject.one(name, component, at: base, in: workspace)
        let rule = try VersionRule(
          choice,
          after: subject.release?.version ?? subject.baseline?.version
        )
        return Field(
          subjects: [name: subject],
          wanted: [name],
          rules: [name: rule],
          tellsReasons: false
        )
      }
    case .changes(let selection, let includesAll, let since):
      let (selected, rules) = try Self.rules(selection, base.state, in: workspace)
      let subjects = try ReleaseSubject.all(at: base, in: workspace)
      var wanted = Set(subjects.keys)
      if !selection.isEmpty, !includesAll { wanted.formIntersection(selected) }
      if let since {
        wanted = try wanted.intersection(Self.changed(since, subjects, base.forms, in: workspace))
      }
      return Field(subjects: subjects, wanted: wanted, rules: rules, tellsReasons: true)
    }
  }

  private static func rules(
    _ selection: [ReleaseSelection],
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> (names: Set<ComponentName>, rules: [ComponentName: VersionRule]) {
    var names: Set<ComponentName> = []
    var asked: [ComponentName: SemanticVersion] = [:]
    for choice in selection {
      let matching = try workspace.committed(in: state) { try $0.components(matching: choice.name) }
      let found = try state.withoutPrivate(matching)
      names.formUnion(found)
      guard let version = choice.version else { continue }
      for name in found {
        if let other = asked[name], !other.isSpelled(like: version) {
          throw OperationError(
            .noVersion,
            "'\(name)' is to be '\(other)' and '\(version)', expected one version"
          )
        }
        asked[name] = version
      }
    }
    return (names, asked.mapValues { .asked($0) })
  }

  private static func changed(
    _ since: String,
    _ subjects: [ComponentName: ReleaseSubject],
    _ forms: ReleasedForms,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName] {
    let commit = try workspace.repository.commit(named: since)
    let root = try workspace.repository.commit(commit).tree
    let before = ReleasedForms(
      root: root,
      rootFiles: try workspace.content(of: workspace.manifestPath, in: root) == nil
        ? [] : workspace.state(at: commit).manifest.rootFiles
    )
    var trees = TreeLookup(root: root)
    var changed: [ComponentName] = []
    for (name, subject) in subjects {
      let tree = try trees.tree(at: subject.path, in: workspace.repository)
      if let tree, tree == subject.tree, let release = subject.release {
        let matches = try forms.matches(
          before,
          tree,
          at: subject.path,
          since: release,
          in: workspace.repository
        )
        if matches { continue }
      } else if tree == subject.tree {
        continue
      }
      changed.append(name)
    }
    return changed
  }
}

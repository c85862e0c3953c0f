package import Base
import Content
import Git
import Model
package import Versions

/// The releases that are asked for.
enum ReleaseRequest: Sendable {
  /// One component, as it was typed, and no other.
  case component(String, VersionChoice)
  /// The selected components that changed and their dependencies, or all that changed; and the
  /// dependents that need a release.
  ///
  /// - Parameter since: A revision: only components that changed since then are included.
  case changes([ReleaseSelection], includesAll: Bool, since: String?)
}

extension ReleaseRequest {
  /// The components that may have to be released, and how the version of some is to be chosen.
  struct Scope {
    let subjects: [ComponentName: ReleaseSubject]
    /// Their logs.
    let logs: [ComponentName: ReleaseLog]
    /// The components that the request is about.
    let wanted: Set<ComponentName>
    let rules: [ComponentName: VersionRule]
    var groups = RequestedGroups()
    /// The components that a person named, including those of named fixed groups.
    let named: Set<ComponentName>
    /// Whether the plan says why each release is due.
    let tellsReasons: Bool
  }

  /// - Parameter accepted: Why incompatible changes of the one component are accepted.
  func scope(
    at base: ReleaseBase,
    accepted: String? = nil,
    in workspace: borrowing Workspace
  ) throws -> Scope {
    switch self {
    case .component(let typed, let choice):
      let (name, component) = try workspace.committed(in: base.state) {
        try $0.component(named: typed)
      }
      try base.state.refusePrivate(name)
      return try unifyingErrors(of: "component '\(name)'") {
        try RequestedGroups(base.state.manifest)
          .refuse(name, choice, accepted, in: base.state, of: workspace)
        let log = try workspace.log(of: name, in: base.state)
        let subject = try ReleaseSubject.one(name, component, log, at: base, in: workspace)
        let rule = try Self.rule(choice, of: subject, log, in: workspace)
        return Scope(
          subjects: [name: subject],
          logs: [name: log],
          wanted: [name],
          rules: [name: rule],
          named: [name],
          tellsReasons: false
        )
      }
    case .changes(let selection, let includesAll, let since):
      var choice = Choice(RequestedGroups(base.state.manifest))
      for part in selection {
        try choice.add(
          part,
          base.state.withoutPrivate(
            workspace.committed(in: base.state) { try $0.components(matching: part.name) }
          )
        )
      }
      let (subjects, logs) = try ReleaseSubject.all(at: base, in: workspace)
      try choice.groups.checkVersions(subjects, in: base.state, of: workspace)
      var wanted = Set(subjects.keys)
      if !selection.isEmpty, !includesAll { wanted.formIntersection(choice.selected) }
      if let since {
        wanted = try wanted.intersection(
          Self.changed(since, subjects, base.forms, base.trees, in: workspace)
        )
      }
      return Scope(
        subjects: subjects,
        logs: logs,
        wanted: wanted,
        rules: choice.rules,
        groups: choice.groups,
        named: choice.named,
        tellsReasons: true
      )
    }
  }

  /// The version that is asked for: an increment that led to the last release, which has the same
  /// files, is that release.
  private static func rule(
    _ choice: VersionChoice,
    of subject: ReleaseSubject,
    _ log: ReleaseLog,
    in workspace: borrowing Workspace
  ) throws -> VersionRule {
    let tags = try workspace.repository.tagNames()
    let taken = TakenVersions(of: subject.name, subject.component, log, among: tags)
    if case .step(let increment) = choice, !subject.isNew, !subject.isChanged,
      subject.withdrawn == nil, let last = subject.release
    {
      let before = [log.release(before: last.version)?.version, last.interface?.since, nil]
      for version in before.map({ $0 ?? SemanticVersion(0, 0, 0) })
      where try taken.leads(from: version, to: last.version, by: increment) {
        return .asked(last.version)
      }
    }
    return try VersionRule(choice, after: subject.start, taken)
  }

  /// The parts of a selection taken together.
  private struct Choice {
    var groups: RequestedGroups
    var selected: Set<ComponentName> = []
    var named: Set<ComponentName> = []
    private var asked: [ComponentName: SemanticVersion] = [:]

    init(_ groups: RequestedGroups) {
      self.groups = groups
    }

    /// - Parameter found: The components that the part names.
    mutating func add(
      _ part: ReleaseSelection,
      _ found: [ComponentName]
    ) throws(OperationError) {
      // One member of a fixed group selects the whole group.
      let meant = Set(found.flatMap { groups.releasedTogether(with: $0) })
      selected.formUnion(meant)
      let group = groups.group(named: part.name)
      if found.map(\.text) == [part.name] || group?.isFixed == true { named.formUnion(meant) }
      guard let version = part.version else { return }
      try groups.ask(version, for: group.map { [$0] } ?? found.compactMap { groups.group(of: $0) })
      if group?.isFixed == false { return }
      for name in meant {
        if let other = asked[name], !other.isSpelled(like: version) {
          throw OperationError(
            .noVersion,
            "'\(name)' is to be '\(other)' and '\(version)', expected one version"
          )
        }
        asked[name] = version
      }
    }

    var rules: [ComponentName: VersionRule] {
      var rules: [ComponentName: VersionRule] = [:]
      for (name, version) in asked {
        let isTogether = groups.group(of: name)?.isFixed == true
        rules[name] = isTogether ? .group(version, isAsked: true) : .asked(version)
      }
      return rules
    }
  }

  private static func changed(
    _ since: String,
    _ subjects: [ComponentName: ReleaseSubject],
    _ forms: ReleasedForms,
    _ trees: ComponentTrees,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName] {
    let commit = try workspace.repository.commit(named: since)
    let root = try workspace.repository.commit(commit).tree
    let before = ReleasedForms(
      root: root,
      rootFiles: try workspace.content(of: workspace.manifestPath, in: root) == nil
        ? [] : workspace.state(at: commit).manifest.rootFiles
    )
    var changed: [ComponentName] = []
    for (name, subject) in subjects {
      let tree = try trees.tree(at: subject.path, in: root, of: workspace.repository)
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

/// Which components a plan is about: a name, or a name and the version that it is to get.
package struct ReleaseSelection: Hashable, Sendable {
  /// As it was typed.
  package let name: String
  /// `nil` to let the plan choose.
  package let version: SemanticVersion?

  package init(name: String, version: SemanticVersion? = nil) {
    self.name = name
    self.version = version
  }

  /// Reads `NAME` or `NAME=VERSION`.
  package init(_ text: String) throws(OperationError) {
    guard !text.contains("@") else {
      throw OperationError(
        .invalidValue,
        "invalid selection \(quoted(text)), expected a name, or a name and a version",
        help: "try '\(text.replacing("@", with: "="))'"
      )
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    self = try unifyingErrors {
      Self(
        name: String(parts[0]),
        version: try parts.count > 1 ? SemanticVersion(String(parts[1])) : nil
      )
    }
  }
}

/// Why incompatible changes of one of several components are accepted.
package struct AcceptedBreakage: Hashable, Sendable {
  /// As it was typed.
  package let component: String
  package let reason: String

  /// Reads `NAME=REASON`.
  package init(_ text: String) throws(OperationError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].allSatisfy(\.isWhitespace) else {
      throw OperationError(
        .noReason,
        "invalid value '\(text)' of '--accept-breaking', expected 'NAME=REASON'",
        help: "such as 'Payments=no client calls it'"
      )
    }
    (component, reason) = (String(parts[0]), String(parts[1]))
  }
}

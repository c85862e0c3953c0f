import Content
package import Git
package import Model
import Versions

/// A component as the branch has it, with its last release.
struct ReleaseSubject {
  let name: ComponentName
  /// With the requirements that its package declares.
  let component: Component
  let path: TreePath
  /// `nil` if nothing is committed at the component's path.
  let tree: ObjectID?
  /// The greatest release that is not withdrawn.
  let release: Release?
  /// The version that it goes on from, if only lower ones are released and not withdrawn.
  let baseline: Baseline?
  /// Whether there are releases, all of which are withdrawn.
  let isWithdrawn: Bool
  /// The components that its package depends on.
  let dependencies: Set<ComponentName>
  /// Those that only its tests need, and that need it in turn: releases do without them.
  let leftOut: Set<ComponentName>

  /// Whether its files differ from the last release, and from those of withdrawn ones after it, with a
  /// baseline, from its commit; or whether its first published release is due.
  let isChanged: Bool
  /// Whether its files are those of the last release, which is internal, and the next one is public.
  let isPublishedFirst: Bool
  /// The withdrawn release that has its files; `nil` if they are new, or those of the last release.
  let withdrawn: SemanticVersion?

  /// The version that the next one follows; `nil` for a first release without a baseline.
  var start: SemanticVersion? { baseline?.version ?? release?.version }

  var hasNewFiles: Bool { isChanged && !isPublishedFirst }

  /// Whether what its dependents need was never released.
  var isNew: Bool { withdrawn == nil && (release == nil || baseline != nil) }
}

extension ReleaseSubject {
  /// Every component of a state that is released, and its log, by name.
  static func all(
    at base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws -> (subjects: [ComponentName: ReleaseSubject], logs: [ComponentName: ReleaseLog]) {
    let reader = DependencyReader(base: base)
    let components = base.state.manifest.components.filter { !$0.value.isPrivate }
      .sorted { $0.key < $1.key }
    let logs = try workspace.logs(of: components.map(\.key), in: base.state)
    let folders = try components.map { _, component in
      try workspace.repository.tree(at: component.path, in: base.tree)
    }
    // Where manifests have to be parsed, that takes longer than all else here.
    let dependencies = components.indices.map(\.self)
      .concurrentMap(reading: workspace.repository.gitDirectory) {
        index,
        repository -> Set<ComponentName> in
        guard let tree = folders[index] else { return [] }
        return reader.dependencies(
          of: components[index].value,
          tree,
          since: logs[index].currentRelease,
          in: repository
        )
      }
    var graph: [ComponentName: Set<ComponentName>] = [:]
    for (index, (name, _)) in components.enumerated() {
      graph[name] = try dependencies[index].get()
    }
    let mutual = DependencyOrder.mutual(in: graph)
    var subjects: [ComponentName: ReleaseSubject] = [:]
    for (index, (name, component)) in components.enumerated() {
      let leftOut = folders[index].map { tree in
        reader.omittable(mutual[name] ?? [], of: name, component, tree, in: workspace.repository)
      }
      subjects[name] = try ReleaseSubject(
        name,
        component,
        logs[index],
        tree: folders[index],
        dependencies: (graph[name] ?? []).subtracting(leftOut ?? []),
        leavingOut: leftOut ?? [],
        reader: reader,
        in: workspace
      )
    }
    return (subjects, Dictionary(uniqueKeysWithValues: zip(components.map(\.key), logs)))
  }

  /// One component alone: what it may require follows from the records of its dependencies.
  ///
  /// - Throws: If there is no folder that could be released.
  static func one(
    _ name: ComponentName,
    _ component: Component,
    _ log: ReleaseLog,
    at base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws -> ReleaseSubject {
    let tree = try CandidateChecks.folder(of: component, at: base, in: workspace)
    let reader = DependencyReader(base: base)
    let leftOut = try reader.leftOut(
      of: name,
      component,
      tree,
      since: { try workspace.log(of: $0, in: base.state).currentRelease },
      in: workspace.repository
    )
    return try ReleaseSubject(
      name,
      component,
      log,
      tree: tree,
      dependencies: [],
      leavingOut: leftOut,
      reader: reader,
      in: workspace
    )
  }

  private init(
    _ name: ComponentName,
    _ component: Component,
    _ log: ReleaseLog,
    tree: ObjectID?,
    dependencies: Set<ComponentName>,
    leavingOut leftOut: Set<ComponentName>,
    reader: DependencyReader,
    in workspace: borrowing Workspace
  ) throws {
    let path = component.path
    let forms = reader.base.forms
    (self.name, self.path, self.tree, self.leftOut) = (name, path, tree, leftOut)
    var component = component
    if let tree {
      // What a fixed group requires of its own components follows from its version.
      let written = reader.requirements(of: component, tree, in: workspace.repository)
        .filter { !reader.base.areReleasedTogether(name, $0.key) }
      component.requires.merge(written) { $1 }
    }
    self.component = component
    release = log.greatestAvailable
    isWithdrawn = release == nil && !log.releases.isEmpty
    let baseline = log.baseline(of: component)
    self.baseline = baseline
    guard let tree else {
      (self.dependencies, isChanged, isPublishedFirst, withdrawn) = ([], false, false, nil)
      return
    }
    self.dependencies = dependencies
    if let baseline {
      let root = try baseline.root(in: workspace.repository)
      if try root.flatMap({ try workspace.repository.entry(at: path, in: $0)?.id }) == tree {
        (isChanged, isPublishedFirst, withdrawn) = (false, false, nil)
        return
      }
    }
    let same = try (baseline == nil ? log.newestReleases : log.newestWithdrawn).first { release in
      try forms.matches(release, tree, at: path, in: workspace.repository)
    }
    // The first published release may have the files of the last internal one.
    let isPublishedFirst =
      same?.isInternal == true && reader.base.state.manifest.kind(of: component) == .public
    self.isPublishedFirst = isPublishedFirst
    isChanged = same == nil || isPublishedFirst
    withdrawn =
      isPublishedFirst ? nil : same.flatMap { log.yank(of: $0.version) == nil ? nil : $0.version }
  }
}

extension Baseline {
  /// The tree of the whole commit; `nil` if the commit is not in this clone.
  package func root(in repository: borrowing Repository) throws -> ObjectID? {
    guard try repository.header(of: source)?.kind == .commit else { return nil }
    return try repository.commit(source).tree
  }
}

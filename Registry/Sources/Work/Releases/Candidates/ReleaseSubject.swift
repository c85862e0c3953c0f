import Content
package import Git
import ManifestEditor
import ManifestForms
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
  /// The components that only its tests need, and that need it in turn: releases do without them.
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
      try base.tree(at: component.path, of: workspace.repository)
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
      let trees = reader.base.trees
      if try root.flatMap({ try trees.tree(at: path, in: $0, of: workspace.repository) }) == tree {
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

/// Finds the released components that a package depends on, as far as its manifests can be read.
///
/// What cannot be read is left to the candidate, which is refused for it.
struct DependencyReader {
  let base: ReleaseBase

  /// The components that a package depends on.
  ///
  /// They are those of the last release's record if the manifests are unchanged and still name the
  /// folders of exactly these components. Otherwise the manifests are parsed, which for all components
  /// would take longer than the rest of a plan.
  func dependencies(
    of component: Component,
    _ tree: ObjectID,
    since release: Release?,
    in repository: borrowing Repository
  ) -> Set<ComponentName> {
    guard let manifests = try? base.form(of: component, tree).manifests(in: repository) else {
      return []
    }
    if let release, (try? Self.manifests(of: release, repository)) == manifests {
      let recorded = Set(release.requires.keys)
      if (try? named(in: manifests, of: component, repository)) == recorded { return recorded }
    }
    return read(manifests, of: component, repository)
  }

  /// The components whose folders are named in quotes in the manifests, for whatever purpose.
  ///
  /// A release requires as many components as its manifests have dependencies on them. So if the named
  /// components are those that a release requires, the dependencies are these.
  private func named(
    in manifests: [String: ObjectID],
    of component: Component,
    _ repository: borrowing Repository
  ) throws -> Set<ComponentName> {
    var found: Set<ComponentName> = []
    for blob in manifests.values {
      let bytes = try repository.blob(blob)
      found.formUnion(base.places.repositories.components(quotedIn: bytes))
      for part in bytes.split(separator: UInt8(ascii: "\""))
      where !part.contains(UInt8(ascii: "\n")) {
        guard let path = try? component.path.following(String(decoding: part, as: UTF8.self)),
          path != component.path, let name = released(at: path)
        else { continue }
        found.insert(name)
      }
    }
    return found
  }

  /// The requirements on components that a package depends on by URL, as it writes them.
  ///
  /// What cannot be read is left to the candidate, which is refused for it.
  func requirements(
    of component: Component,
    _ tree: ObjectID,
    in repository: borrowing Repository
  ) -> [ComponentName: VersionRequirement] {
    let repositories = base.places.repositories
    guard !repositories.isEmpty,
      let manifests = try? base.form(of: component, tree).manifests(in: repository)
    else { return [:] }
    var found: [ComponentName: VersionRequirement] = [:]
    for (fileName, blob) in manifests.sorted(by: { $0.key < $1.key }) {
      guard let bytes = try? repository.blob(blob),
        base.reading.evaluates || !repositories.components(quotedIn: bytes).isEmpty,
        let file = try? base.manifest(
          blob,
          named: fileName,
          in: component.path,
          of: repository
        )
      else { continue }
      for (_, name, dependency) in repositories.dependencies(of: file) {
        if found[name] == nil, let written = dependency.requirement {
          found[name] = try? VersionRequirement(written)
        }
      }
    }
    return found
  }

  /// The dependencies that only tests of a package need, and that need the package in turn.
  ///
  /// The package manager builds such packages, whose targets form no cycle. A release is made without
  /// these tests, as without those that need private components.
  ///
  /// - Parameter release: The last one of a component, if its record may be used.
  func leftOut(
    of name: ComponentName,
    _ component: Component,
    _ tree: ObjectID,
    since release: (ComponentName) throws -> Release?,
    in repository: borrowing Repository
  ) throws -> Set<ComponentName> {
    let all = dependencies(of: component, tree, since: nil, in: repository)
    var left: Set<ComponentName> = []
    for other in omittable(all, of: name, component, tree, in: repository)
    where try leads(from: other, to: name, since: release, in: repository) {
      left.insert(other)
    }
    return left
  }

  private func leads(
    from start: ComponentName,
    to end: ComponentName,
    since release: (ComponentName) throws -> Release?,
    in repository: borrowing Repository
  ) throws -> Bool {
    var (open, seen) = ([start], Set([start]))
    while let name = open.popLast() {
      if name == end { return true }
      guard let component = base.state.manifest.components[name],
        let tree = try base.tree(at: component.path, of: repository)
      else { continue }
      let next = dependencies(of: component, tree, since: try release(name), in: repository)
      open += next.subtracting(seen)
      seen.formUnion(next)
    }
    return false
  }

  /// Returns the dependencies among `names` that no product of the package needs, and that its text
  /// can be without.
  func omittable(
    _ names: Set<ComponentName>,
    of name: ComponentName,
    _ component: Component,
    _ tree: ObjectID,
    in repository: borrowing Repository
  ) -> Set<ComponentName> {
    // What cannot be read is left to the candidate.
    guard !names.isEmpty,
      let manifests = try? base.form(of: component, tree).manifests(in: repository)
    else { return [] }
    var omittable = names
    for (fileName, blob) in manifests {
      let file = try? base.manifest(blob, named: fileName, in: component.path, of: repository)
      guard let file else { return [] }
      var components: [TreePath: PublishedComponent] = [:]
      for path in file.pathDependencies {
        guard let other = base.places.component(at: path) else { continue }
        components[path] = unrequired(other, in: repository)
      }
      var repositories: [String: PublishedComponent] = [:]
      for (url, other, _) in base.places.repositories.dependencies(of: file, besides: name) {
        repositories[url] = unrequired(other, in: repository)
      }
      omittable = omittable.filter { other in
        file.canOmit(other.text, components: components, repositories: repositories)
      }
    }
    return omittable
  }

  /// A component of which no release is known yet.
  private func unrequired(
    _ name: ComponentName,
    in repository: borrowing Repository
  ) -> PublishedComponent? {
    guard let component = base.state.manifest.components[name] else { return nil }
    let products = try? Publication.products(of: component, base, repository)
    return PublishedComponent(name: name.text, requirement: "", products: products)
  }

  /// `nil` for a private component, which no release requires.
  private func released(at path: TreePath) -> ComponentName? {
    released(base.places.component(at: path))
  }

  private func released(_ name: ComponentName?) -> ComponentName? {
    name.flatMap { base.state.manifest.components[$0]?.isPrivate == true ? nil : $0 }
  }

  /// The manifests of the release; `nil` if its tree is not here.
  private static func manifests(
    of release: Release,
    _ repository: borrowing Repository
  ) throws -> [String: ObjectID]? {
    let form = ReleaseForm(of: release)
    guard repository.contains(form.tree) else { return nil }
    return try ReleaseFormPlan.manifests(among: form.entries(in: repository))
  }

  private func read(
    _ manifests: [String: ObjectID],
    of component: Component,
    _ repository: borrowing Repository
  ) -> Set<ComponentName> {
    var found: Set<ComponentName> = []
    for (fileName, blob) in manifests {
      let manifest = try? base.manifest(
        blob,
        named: fileName,
        in: component.path,
        of: repository
      )
      for dependency in manifest?.dependencies ?? [] {
        guard let other = released(base.places.component(of: dependency)),
          base.state.manifest.components[other]?.path != component.path
        else { continue }
        found.insert(other)
      }
    }
    return found
  }
}

extension VersionRequirement {
  /// The arguments of `.package(id:)` after the identity.
  var swiftArguments: String {
    switch self {
    case .exact(let version): "exact: \"\(version)\""
    case .from(let lower): "from: \"\(lower)\""
    case .upToNextMinor(from: let lower): ".upToNextMinor(from: \"\(lower)\")"
    case .range(let lower, let upper): "\"\(lower)\"..<\"\(upper)\""
    case .closedRange(let lower, let upper): "\"\(lower)\"...\"\(upper)\""
    }
  }
}

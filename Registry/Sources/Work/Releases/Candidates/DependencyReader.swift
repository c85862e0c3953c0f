import Content
import Git
import ManifestEditor
import Model
import Versions

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
        let tree = try repository.tree(at: component.path, in: base.tree)
      else { continue }
      let next = dependencies(of: component, tree, since: try release(name), in: repository)
      open += next.subtracting(seen)
      seen.formUnion(next)
    }
    return false
  }

  /// Those of some dependencies of a package that no product of it needs, and that its text can be
  /// without.
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

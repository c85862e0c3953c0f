import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// The content of a new manifest: the existing entries, and the rest of the repository.
package struct AdoptionProposal: Sendable {
  /// The manifest to write.
  package private(set) var manifest: Manifest
  /// The components and apps that the manifest does not list yet.
  package private(set) var newComponents: Set<ComponentName> = []
  /// The apps that the manifest does not list yet.
  package private(set) var newApps: Set<AppName> = []
  /// Whether this run makes the releases internal without being asked.
  package private(set) var proposesInternal = false
  /// Whether this run puts all components into layers.
  package private(set) var addsLayers = false
  /// Whether this run says where the components' own repositories are.
  package private(set) var addsRepositories = false
  /// Files of the root that are to be added to releases.
  package private(set) var newRootFiles: [TreePath] = []
  /// Packages and projects that are neither, with the reason.
  package private(set) var leftOut: [LeftOut] = []

  /// A package or a project that the manifest does not list.
  package struct LeftOut: Hashable, Sendable {
    /// The reason why it is not listed; the raw value is its word in JSON.
    package enum Reason: String, Hashable, Sendable {
      /// A package that declares nothing.
      case empty
      case excluded
      case fixture
      /// A folder with packages that git ignores.
      case ignored
      /// A package in the folder of another one that nothing depends on.
      case nested
      /// An Xcode project that makes nothing that is run.
      case noApp = "no-app"
      case root
      /// Not a manifest at all.
      case source
      /// An Xcode project in the folder of a component.
      case ofComponent = "of-component"
      /// An app of an Xcode project that names no component.
      case unrelated
    }

    /// The folder of the package, or the path of the project, from the root.
    package let path: TreePath
    package let reason: Reason

    /// The help for a folder that git ignores; `nil` for all others, which stay unlisted.
    package var help: String? {
      switch reason {
      case .ignored:
        "'git check-ignore -v \(path.description.shellQuoted)' names the line of .gitignore:"
          + " to list these packages, remove it, and commit them"
      case .nested:
        "'registry init --nested' lists packages in the folders of others, too"
      case .unrelated:
        "these projects name no component; if one uses some, list it:"
          + " 'registry set apps.NAME.path \(path.parent.description.shellQuoted)'"
      case .empty, .excluded, .fixture, .noApp, .ofComponent, .root, .source: nil
      }
    }
  }

  /// - Parameter manifest: The one that the branch has, or one that lists nothing.
  init(_ manifest: Manifest, leftOut: [LeftOut]) {
    self.manifest = manifest
    self.leftOut = leftOut
  }

  /// Lists the packages: apps as apps, the others as components.
  mutating func add(
    _ packages: [SurveyedPackage],
    naming: ComponentNaming,
    rootName: String,
    isPrivate: (TreePath) -> Bool
  ) throws {
    let known = Set(
      manifest.components.values.map(\.path) + manifest.apps.values.map(\.path)
    )
    let used = Set(packages.flatMap { $0.dependencies.subtracting([$0.path]) })
    let isApp = { (package: SurveyedPackage) in !used.contains(package.path) && package.isApp }
    let new = packages.filter { !known.contains($0.path) }
    var named = manifest.components.map { (name: $0.key, path: $0.value.path) }
    let names = try naming.names(
      of: new.filter { !isApp($0) && !$0.path.isRoot },
      besides: Array(manifest.components.keys)
    )
    for (path, name) in names.sorted(by: { $0.key < $1.key }) {
      named.append((name, path))
      newComponents.insert(name)
    }
    // The package at the root is a component for its libraries, and an app for all else.
    for package in new where package.isRootComponent {
      let taken = Set(named.map(\.name.collisionKey))
      let texts = [package.manifest?.name, rootName].compactMap(\.self)
      guard let name = ComponentNaming.root(texts, besides: taken) else { continue }
      named.append((name, .root))
      newComponents.insert(name)
    }
    try naming.check(named)
    for (name, path) in named where newComponents.contains(name) {
      manifest.components[name] = Component(path: path, isPrivate: isPrivate(path))
    }
    for package in new where isApp(package) {
      let folder = String(package.path.name)
      let text = package.path.isRoot ? package.manifest?.name ?? rootName : folder
      let executables = package.executables
      let product = executables.count == 1 ? executables.first : nil
      addApp(text, App(path: package.path, product: product))
    }
    for package in new where package.path.isRoot && !isApp(package) && !package.isRootComponent {
      leftOut.append(LeftOut(path: .root, reason: .root))
    }
  }

  /// Lists Xcode projects as apps, except those in the folder of a component, and those that no pin
  /// could change.
  ///
  /// - Parameter rootName: Of an app at the root whose project has no name.
  mutating func add(
    projects: [TreePath],
    using components: [SurveyedPackage],
    root: ObjectID,
    rootName: String,
    in repository: borrowing Repository
  ) throws {
    let known = Set(manifest.apps.values.map(\.path))
    let folders = manifest.components.values.map(\.path).filter { !$0.isRoot }
    var open: [TreePath] = []
    for project in projects where !known.contains(project.parent) {
      if folders.contains(where: { project.isInside($0) }) {
        leftOut.append(LeftOut(path: project, reason: .ofComponent))
      } else {
        open.append(project)
      }
    }
    let needless = try XcodeProjects(open, root: root, in: repository).needless(beside: components)
    leftOut += open.compactMap { path in
      needless[path].map { LeftOut(path: path, reason: $0) }
    }
    let apps = open.filter { needless[$0] == nil }.map { project in
      let isBundle = project.name.hasSuffix(TreeSurvey.projectExtension)
      let name =
        isBundle
        ? String(project.name.dropLast(TreeSurvey.projectExtension.count))
        : project.parent.isRoot ? rootName : String(project.parent.name)
      return (name: name, folder: project.parent)
    }
    for (name, app) in zip(ComponentNaming.distinct(apps), apps) {
      addApp(name, App(path: app.folder))
    }
  }

  private mutating func addApp(_ text: String, _ app: App) {
    let taken =
      manifest.components.keys.map(\.collisionKey) + manifest.apps.keys.map(\.collisionKey)
    guard let name = ComponentNaming.app(text, besides: Set(taken)) else { return }
    manifest.apps[name] = app
    newApps.insert(name)
  }

  /// Sets whom releases are for.
  ///
  /// - Parameter isRequested: Whether a person did.
  mutating func set(_ release: ReleaseKind, isRequested: Bool) {
    manifest.release = release
    proposesInternal = !isRequested && release == .internal
  }

  /// Lists files of the root, if the manifest lists none.
  mutating func add(rootFiles: [TreePath]) {
    guard manifest.rootFiles.isEmpty else { return }
    manifest.rootFiles = rootFiles
    newRootFiles = rootFiles
  }

  private static let bareSuffix = ".git"

  /// Says where the components' own repositories are, if all packages name them by URLs of one form.
  ///
  /// - Parameter isOwn: Whether a URL looks like one of them.
  mutating func addRepositories(_ packages: [SurveyedPackage], where isOwn: (String) -> Bool) {
    guard manifest.repositories == nil else { return }
    let urls = Set(
      packages.flatMap(\.manifests).flatMap(\.dependencies).compactMap { dependency in
        if case .url(let url) = dependency.location, isOwn(url) { url } else { nil }
      }
    )
    let names = manifest.components.filter { !$0.value.isPrivate }.keys
    // A single one may be of an earlier package that is no component any more.
    guard urls.count > 1 else { return }
    let suffix = urls.allSatisfy { $0.hasSuffix(Self.bareSuffix) } ? Self.bareSuffix : ""
    var common: Set<String>?
    for url in urls.map({ $0.hasSuffix(Self.bareSuffix) ? $0.dropLast(4) : $0[...] }) {
      let start = url.lastIndex(of: "/").map(url.index(after:)) ?? url.startIndex
      let forms = names.flatMap { name in
        url[start...].ranges(of: name.text).map { range in
          "\(url[..<range.lowerBound]){name}\(url[range.upperBound...])\(suffix)"
        }
      }
      common = common?.intersection(forms) ?? Set(forms)
    }
    // The longest names: those of components may be parts of others.
    let form = common?.min { ($0.count, $0) < ($1.count, $1) }
    guard let template = form.flatMap({ try? RepositoryTemplate($0) }) else { return }
    manifest.repositories = template
    addsRepositories = true
  }

  /// Puts all components into layers, if the manifest has none.
  mutating func addLayers(_ packages: [SurveyedPackage]) throws {
    guard manifest.layers.isEmpty else { return }
    let names = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
    let repositories = ComponentRepositories(manifest)
    var graph: [ComponentName: Set<ComponentName>] = [:]
    for package in packages {
      guard let name = names[package.path] else { continue }
      let named = package.manifests.flatMap { repositories.dependencies(of: $0, besides: name) }
      graph[name] = Set(package.dependencies.compactMap { names[$0] } + named.map(\.component))
    }
    let proposal = try LayerProposal(graph)
    (manifest.layers, addsLayers) = (proposal.layers, true)
    for (name, layer) in proposal.layer { manifest.components[name]?.layer = layer }
  }

  /// The packages in the folders of other components that none of these needs, such as examples: they
  /// stay parts of the outer one.
  ///
  /// - Parameter known: The folders that the manifest lists.
  static func needlesslyNested(
    among packages: [SurveyedPackage],
    besides known: Set<TreePath>
  ) -> [TreePath] {
    var kept = packages
    var found: [TreePath] = []
    while true {
      let used = Set(kept.flatMap { $0.dependencies.subtracting([$0.path]) })
      let components = kept.filter { used.contains($0.path) || !$0.isApp }.map(\.path)
      let new = components.filter { path in
        !known.contains(path) && !used.contains(path)
          && components.contains { $0 != path && !$0.isRoot && path.isInside($0) }
      }
      if new.isEmpty { return found }
      found += new
      kept.removeAll { new.contains($0.path) }
    }
  }

  /// The manifest with its new entries; the text of the old entries stays.
  func document(changing old: ManifestDocument?, file: String) throws -> ManifestDocument {
    guard var document = old else { return try ManifestDocument(manifest, file: file) }
    if manifest.evaluatesManifests, !document.manifest.evaluatesManifests {
      document = try document.evaluatingManifests()
    }
    if document.manifest.excluded != manifest.excluded {
      document = try document.setting(excluded: manifest.excluded)
    }
    if document.manifest.release != manifest.release {
      document = try document.setting(release: manifest.release)
    }
    for (name, layer) in manifest.layers.sorted(by: {
      $0.value.mayUse.count < $1.value.mayUse.count
    })
    where document.manifest.layers[name] != layer {
      document = try document.setting(layer, named: name)
    }
    for (name, component) in manifest.components
    where document.manifest.components[name] != component {
      document = try document.setting(component, named: name)
    }
    for (name, app) in manifest.apps where document.manifest.apps[name] != app {
      document = try document.setting(app, named: name)
    }
    return document
  }

  /// Whether the repository shows no sign that its packages are published, and rules for published
  /// packages would refuse releases.
  ///
  /// Such a repository has an app, no tags of the versions of components, and no dependency on
  /// repositories of its own packages. Tags that name none of several components are the app's. So are
  /// the tags of a package with unsafe flags, or with a dependency on a branch or revision: the package
  /// manager refuses to depend on a version of it.
  func isForItself(_ past: AdoptedPast, _ findings: [PackageFinding]) -> Bool {
    let withoutClients = Set(
      findings.filter { [.unversionedDependency, .unsafeFlags].contains($0.error.code) }
        .compactMap(\.component)
    )
    let tagged = manifest.components.count == 1 ? Set(manifest.components.keys) : []
    let isTagged = past.schemes.contains { scheme in
      !scheme.pattern.isOfAll || !tagged.subtracting(withoutClients).isEmpty
    }
    return !manifest.apps.isEmpty && !isTagged && (past.matchedTags ?? 0) == 0
      && withoutClients.isSuperset(of: past.baselines.keys)
      && !findings.contains { $0.error.code == .ownRepository }
      && findings.contains { $0.isForPublishing && $0.severity == .error }
  }
}

/// Layers by the longest chain of dependencies, so that every dependency is in a layer below.
struct LayerProposal {
  let layers: [LayerName: Layer]
  let layer: [ComponentName: LayerName]

  /// - Parameter graph: The dependencies of each component; those in a cycle get no layer.
  init(_ graph: [ComponentName: Set<ComponentName>]) throws {
    let order = DependencyOrder(graph)
    var ranks: [ComponentName: Int] = [:]
    for name in order.names where order.cycles[name] == nil {
      let below = (graph[name] ?? []).compactMap { ranks[$0] }
      ranks[name] = (below.max() ?? -1) + 1
    }
    let count = (ranks.values.max() ?? -1) + 1
    let names = try (0..<count).map { rank in
      switch (rank, count) {
      case (0, 1...2): try LayerName("core")
      case (1, 2): try LayerName("feature")
      default: try LayerName("layer-\(rank + 1)")
      }
    }
    layer = ranks.mapValues { names[$0] }
    layers = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { rank, name in
        (name, Layer(mayUse: Array(names[..<rank])))
      }
    )
  }
}

import Base
import Content
package import Git
import ManifestEditor
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
      case root
      /// Not a manifest at all.
      case source
      /// An Xcode project in the folder of a component.
      case ofComponent = "of-component"
    }

    /// The folder of the package, or the path of the project, from the root.
    package let path: TreePath
    package let reason: Reason

    /// The help for a folder that git ignores; `nil` for all others, which stay unlisted.
    package var help: String? {
      guard reason == .ignored else { return nil }
      return "'git check-ignore -v \(path.description.shellQuoted)' names the line of .gitignore:"
        + " to list these packages, remove it, and commit them"
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
    var taken = Set((manifest.components.keys.map(\.collisionKey)))
    taken.formUnion(manifest.apps.keys.map(\.collisionKey))
    for package in new where isApp(package) {
      let folder = String(package.path.name)
      let text = package.path.isRoot ? package.manifest?.name ?? rootName : folder
      let executables = package.executables
      let product = executables.count == 1 ? executables.first : nil
      addApp(text, App(path: package.path, product: product), besides: &taken)
    }
    for package in new where package.path.isRoot && !isApp(package) && !package.isRootComponent {
      leftOut.append(LeftOut(path: .root, reason: .root))
    }
  }

  /// Lists Xcode projects as apps, except those in the folder of a component.
  ///
  /// - Parameter rootName: Of an app at the root whose project has no name.
  mutating func add(projects: [TreePath], rootName: String) {
    let known = Set(manifest.apps.values.map(\.path))
    let folders = manifest.components.values.map(\.path).filter { !$0.isRoot }
    var taken = Set((manifest.components.keys.map(\.collisionKey)))
    taken.formUnion(manifest.apps.keys.map(\.collisionKey))
    for project in projects where !known.contains(project.parent) {
      guard !folders.contains(where: { project.isInside($0) }) else {
        leftOut.append(LeftOut(path: project, reason: .ofComponent))
        continue
      }
      let isBundle = project.name.hasSuffix(TreeSurvey.projectExtension)
      let name =
        isBundle
        ? String(project.name.dropLast(TreeSurvey.projectExtension.count))
        : project.parent.isRoot ? rootName : String(project.parent.name)
      addApp(name, App(path: project.parent), besides: &taken)
    }
  }

  private mutating func addApp(
    _ text: String,
    _ app: App,
    besides taken: inout Set<String>
  ) {
    guard let name = ComponentNaming.app(text, besides: &taken) else { return }
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

  /// Puts all components into layers, if the manifest has none.
  mutating func addLayers(_ packages: [SurveyedPackage]) throws {
    guard manifest.layers.isEmpty else { return }
    let names = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
    var graph: [ComponentName: Set<ComponentName>] = [:]
    for package in packages {
      guard let name = names[package.path] else { continue }
      graph[name] = Set(package.dependencies.compactMap { names[$0] })
    }
    let proposal = try LayerProposal(graph)
    (manifest.layers, addsLayers) = (proposal.layers, true)
    for (name, layer) in proposal.layer { manifest.components[name]?.layer = layer }
  }

  /// Throws for a new component in the folder of another one.
  func checkNesting() throws(OperationError) {
    let components = manifest.components.sorted { $0.value.path < $1.value.path }
    var nested: [(inner: TreePath, outer: TreePath)] = []
    for (name, component) in components where newComponents.contains(name) {
      let outer = components.first {
        $0.key != name && !$0.value.path.isRoot && component.path.isInside($0.value.path)
      }
      if let outer { nested.append((component.path, outer.value.path)) }
    }
    guard let first = nested.first else { return }
    let others = nested.count > 1 ? ", and \(nested.count - 1) more are in others" : ""
    let exclusions = nested.map { " --exclude \("/\($0.inner)".shellQuoted)" }.joined()
    throw OperationError(
      .nestedPackage,
      "the package '\(first.inner)' is in the folder of the package '\(first.outer)'\(others)",
      help: "leave \(nested.count == 1 ? "it" : "them") out, 'registry init\(exclusions)', or list"
        + " \(nested.count == 1 ? "both" : "all") with '--nested': each release of an outer one then"
        + " contains the files of the inner one"
    )
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
  /// repositories of its own packages. Tags that name none of several components are the app's.
  func isForItself(_ past: AdoptedPast, _ findings: [PackageFinding]) -> Bool {
    let isTagged = past.schemes.contains { !$0.pattern.isOfAll || manifest.components.count == 1 }
    return !manifest.apps.isEmpty && !isTagged && (past.matchedTags ?? 0) == 0
      && past.baselines.isEmpty && !findings.contains { $0.error.code == .ownRepository }
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

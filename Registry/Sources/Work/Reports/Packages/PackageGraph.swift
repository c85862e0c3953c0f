package import Apps
package import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// The packages of a repository by folder, with those that each depends on by path or by the URL of a
/// component, for its tests too.
package struct PackageGraph: Sendable {
  /// The folders of the packages that each package depends on, by its folder.
  package private(set) var dependencies: [TreePath: Set<TreePath>] = [:]
  /// The errors of packages whose dependencies cannot be read, by folder.
  package private(set) var unread: [TreePath: OperationError] = [:]
  private var manifests: [TreePath: [LocatedManifest]] = [:]
  /// The folders of the packages whose manifests declare a test target.
  package private(set) var tested: Set<TreePath> = []
  private var repositories: ComponentRepositories?
  private var places: [ComponentName: TreePath] = [:]
  private var reading = ManifestReading.parsing

  /// - Parameters:
  ///   - folders: Where to start; what their packages depend on is read as well.
  ///   - manifest: Says which URLs are those of components; `nil` for paths alone.
  ///   - reading: `nil` for what the manifest and the clone allow.
  package init(
    of folders: some Sequence<TreePath>,
    from source: PackageSource,
    naming manifest: Manifest? = nil,
    by reading: ManifestReading? = nil,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    let files = PackageFiles(source)
    if let manifest {
      repositories = ComponentRepositories(manifest)
      places = manifest.components.mapValues(\.path)
      if let reading {
        self.reading = reading
      } else {
        self.reading = try workspace.manifestReading(manifest)
      }
    }
    var open = Array(folders)
    var seen = Set(open)
    while let folder = open.popLast() {
      do throws(OperationError) {
        let found = try unifyingErrors {
          try dependencies(of: folder, files, workspace.repository)
        }
        guard let found else { continue }
        dependencies[folder] = found
        open += found.filter { seen.insert($0).inserted }
      } catch {
        unread[folder] = error
      }
    }
  }

  /// The dependencies that only tests need, and that need the tested component in turn.
  ///
  /// - Parameter needed: All dependencies between components.
  func leftOut(
    of needed: [ComponentName: Set<ComponentName>],
    _ manifest: Manifest
  ) -> [ComponentName: Set<ComponentName>] {
    let released = needed.filter { manifest.components[$0.key]?.isPrivate == false }
      .mapValues { $0.filter { manifest.components[$0]?.isPrivate == false } }
    let mutual = DependencyOrder.mutual(in: released)
    if mutual.isEmpty { return [:] }
    var published: [TreePath: PublishedComponent] = [:]
    for (name, component) in manifest.components {
      let file = manifests[component.path]?.first { $0.fileName == TreePath.packageManifest.string }
      published[component.path] = PublishedComponent(
        name: name.text,
        requirement: "",
        products: file?.productNames
      )
    }
    let repositories = ComponentRepositories(manifest)
    var leftOut: [ComponentName: Set<ComponentName>] = [:]
    for (name, others) in mutual {
      guard let path = manifest.components[name]?.path else { continue }
      leftOut[name] = others.filter { other in
        (manifests[path] ?? []).allSatisfy { file in
          var urls: [String: PublishedComponent] = [:]
          for (url, used, _) in repositories.dependencies(of: file, besides: name) {
            urls[url] = manifest.components[used].flatMap { published[$0.path] }
          }
          return file.canOmit(other.text, components: published, repositories: urls)
        }
      }
    }
    return leftOut
  }

  /// The packages that a product of a package uses directly, as far as its text tells: all on which
  /// the package depends otherwise.
  ///
  /// - Returns: `nil` if there is no package, or one that cannot be read.
  func dependencies(ofProduct product: String, in folder: TreePath) -> Set<TreePath>? {
    guard let all = dependencies[folder] else { return nil }
    var used: Set<TreePath> = []
    for file in manifests[folder, default: []] {
      let places = places(in: file)
      let found = file.dependencies(ofProduct: product) { dependency in
        places[dependency].map(productNames) ?? []
      }
      guard let found else { return all }
      used.formUnion(found.compactMap { places[$0] })
    }
    used.remove(folder)
    return used
  }

  /// The folders of the dependencies that are in the repository.
  private func places(in file: LocatedManifest) -> [LocatedDependency: TreePath] {
    var places: [LocatedDependency: TreePath] = [:]
    var urls: [String: TreePath] = [:]
    for (url, name, _) in repositories?.dependencies(of: file) ?? [] {
      urls[url] = self.places[name]
    }
    for dependency in file.dependencies {
      switch dependency.location {
      case .path: places[dependency] = dependency.folder
      case .url(let url): places[dependency] = urls[url]
      case .registry: break
      }
    }
    return places
  }

  /// `nil` if they are not known.
  private func productNames(at folder: TreePath) -> Set<String>? {
    var names: Set<String> = []
    for file in manifests[folder, default: []] {
      guard let products = file.productNames else { return nil }
      names.formUnion(products)
    }
    return names.isEmpty ? nil : names
  }

  /// Whether there is a package in the folder.
  package func hasPackage(at folder: TreePath) -> Bool {
    dependencies[folder] != nil || unread[folder] != nil
  }

  /// `nil` if there is no package, or one that only hides its folder from Xcode: what the project there
  /// uses is not in that manifest.
  private mutating func dependencies(
    of folder: TreePath,
    _ files: PackageFiles,
    _ repository: borrowing Repository
  ) throws -> Set<TreePath>? {
    let manifests = try files.manifests(in: folder, repository)
    guard manifests.contains(where: { $0.name == TreePath.packageManifest.string }) else {
      return nil
    }
    var found: Set<TreePath> = []
    for (name, bytes) in manifests {
      let file = try located(in: folder) { try reading.file(bytes, named: name, in: folder) }
      if manifests.count == 1, file.declaresNothing { return nil }
      if bytes.contains("testTarget".utf8) { tested.insert(folder) }
      self.manifests[folder, default: []].append(file)
      found.formUnion(file.pathDependencies)
      guard let repositories else { continue }
      found.formUnion(repositories.dependencies(of: file).compactMap { places[$0.component] })
    }
    // A package that depends on its own folder depends on nothing else by that.
    found.remove(folder)
    return found
  }
}

/// Tells which components each app is built from: those that it pins, those that a pinned release
/// requires, and those that its product reaches by path dependencies.
///
/// In the app's package, the targets of the product count. A component needs all that its package
/// depends on, as a release of it does.
package struct ReachedComponents: Sendable {
  /// `nil` where there is nothing to build: without a commit, or without working files.
  private let graph: PackageGraph?
  private let manifest: Manifest

  /// Reads the working tree, as the pins are read.
  package init(in workspace: borrowing Workspace) throws(OperationError) {
    manifest = try workspace.currentManifest()
    guard let tip = workspace.tip, let root = workspace.repository.workingDirectory else {
      graph = nil
      return
    }
    let tree = try unifyingErrors { try workspace.repository.commit(tip).tree }
    graph = try PackageGraph(
      of: manifest.apps.values.map(\.path),
      from: .workingFiles(root, over: tree),
      naming: manifest,
      in: workspace
    )
  }

  /// Reads a commit, and runs no manifest.
  private init(
    _ state: RegistryState,
    of tree: ObjectID,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    manifest = state.manifest
    graph = try PackageGraph(
      of: manifest.apps.values.map(\.path),
      from: .tree(tree),
      naming: manifest,
      by: .parsing,
      in: workspace
    )
  }

  /// The pins of all apps in a commit, of which no manifest is run.
  package static func pins(
    at commit: ObjectID,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [AppPins] {
    let state = try workspace.state(at: commit)
    let tree = try unifyingErrors { try workspace.repository.commit(commit).tree }
    let reached = try ReachedComponents(state, of: tree, in: workspace)
    return try PinStatus().run(at: state, in: workspace).map(reached.only)
  }

  /// The same pins without the components that the app does not use.
  ///
  /// All are kept where that is not known: of an app that is not a Swift package, and where a package
  /// on the way cannot be read.
  package func only(_ pins: AppPins) -> AppPins {
    guard let folders = folders(of: pins.app) else { return pins }
    return AppPins(
      app: pins.app,
      components: pins.components.filter { component in
        if component.pin != nil || component.release != nil { return true }
        return manifest.components[component.name].map { folders.contains($0.path) } ?? false
      }
    )
  }

  /// Whether an app reaches a component by path dependencies; `nil` if that is not known.
  package func reaches(_ component: ComponentName, from app: AppName) -> Bool? {
    guard let path = manifest.components[component]?.path else { return nil }
    return folders(of: app)?.contains(path)
  }

  /// The only app that uses a component, or may; `nil` if there are several, or none.
  package func onlyApp(using component: ComponentName) -> AppName? {
    let apps = manifest.apps.keys.filter { reaches(component, from: $0) ?? true }
    return apps.count == 1 ? apps.first : nil
  }

  /// The packages that an app is built from; `nil` if one on the way cannot be read.
  private func folders(of name: AppName) -> Set<TreePath>? {
    guard let graph, let app = manifest.apps[name] else { return nil }
    var seen: Set = [app.path]
    var open = [app.path]
    while let folder = open.popLast() {
      let product = folder == app.path ? app.product : nil
      let used =
        product.map { graph.dependencies(ofProduct: $0, in: folder) } ?? graph.dependencies[folder]
      guard let used else {
        // A folder without a package is not one that the app is built from.
        if folder != app.path, graph.unread[folder] == nil { continue }
        return nil
      }
      open += used.filter { seen.insert($0).inserted }
    }
    return seen
  }
}

extension Workspace {
  /// The folders of the packages that git tracks and the manifest does not list, as of a commit's
  /// tree.
  ///
  /// A package that declares nothing is left out, and so are those that the manifest excludes. A package
  /// around the registry's own data is none of them: only a person says whether the one at the root is
  /// released. Neither are those in the folder of a component, which are parts of it, and those in
  /// folders of tests.
  package func unlistedPackages(
    besides manifest: Manifest,
    in tree: ObjectID
  ) throws(OperationError) -> [TreePath] {
    try unifyingErrors {
      let components = Set(manifest.components.values.map(\.path))
      let apps = Set(manifest.apps.values.map(\.path))
      let survey = try TreeSurvey(of: tree, besides: components.subtracting([.root]), in: self)
      let excluded = try FolderPatterns(manifest.excluded)
      let folders = survey.packages.filter { folder, _ in
        !apps.contains(folder) && !components.contains(folder) && !manifestPath.isInside(folder)
          && !excluded.match(folder)
      }
      let packages = SurveyedPackage.read(
        folders,
        root: tree,
        by: .parsing,
        gitDirectory: repository.gitDirectory
      )
      return folders.keys.filter { packages[$0]?.isEmpty != true }.sorted()
    }
  }
}

extension Workspace {
  /// The same for the newest commit and the manifest that the person sees.
  package func unlistedPackages() throws(OperationError) -> [TreePath] {
    guard let tip else { return [] }
    let tree = try unifyingErrors { try repository.commit(tip).tree }
    return try unlistedPackages(besides: currentManifest(), in: tree)
  }

  /// The components whose folders the newest commit lacks.
  package func missingComponents() throws(OperationError) -> [ComponentName] {
    guard let tip else { return [] }
    return try unifyingErrors {
      let tree = try repository.commit(tip).tree
      return try currentManifest().components.sorted { $0.key < $1.key }
        .filter { try repository.entry(at: $0.value.path, in: tree) == nil }
        .map(\.key)
    }
  }
}

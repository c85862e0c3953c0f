import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
import Model
import Registration
import Versions

/// The targets that are to become packages.
package struct ExtractionRequest: Sendable {
  /// The names of the targets as they were typed; none for all targets of the package.
  package var targets: [String]
  /// The one package for all of them; `nil` for a package each.
  package var together: String?
  /// The folder of the package that has them; `nil` for the only one that does.
  package var package: TreePath?
  /// The folder for the new packages; `nil` for where most components are.
  package var parent: TreePath?
  /// The layer of the new components, as it was typed.
  package var layer: String?

  package init(
    _ targets: [String],
    together: String? = nil,
    package: TreePath? = nil,
    into parent: TreePath? = nil,
    layer: String? = nil
  ) {
    (self.targets, self.together, self.package) = (targets, together, package)
    (self.parent, self.layer) = (parent, layer)
  }
}

extension ExtractionRequest {
  /// The parts of the repository that the request is about.
  struct Source {
    let package: SplitPackage
    let extraction: Extraction
    let layer: LayerName?
    let reading: ManifestReading
  }

  /// - Throws: If there are no such targets, or several packages have them.
  func source(
    of base: WriteBase,
    in workspace: borrowing Workspace,
    progress: @escaping @Sendable (OperationProgress) -> Void
  ) throws -> Source {
    try source(
      of: base,
      beside: NeighbouringPackages(of: base.tree, base.state.manifest, in: workspace),
      in: workspace,
      progress: progress
    )
  }

  func source(
    of base: WriteBase,
    beside neighbours: NeighbouringPackages,
    in workspace: borrowing Workspace,
    progress: @escaping @Sendable (OperationProgress) -> Void
  ) throws -> Source {
    let (root, manifest) = (base.tree, base.state.manifest)
    let reading = try workspace.runningManifests().reporting(to: progress)
    let folder = try package ?? place(among: neighbours)
    let package = try SplitPackage(
      at: folder,
      root: root,
      beside: neighbours,
      by: reading,
      in: workspace
    )
    let all = package.targets.values.filter { !$0.isTest }.map(\.name)
    for name in targets where !all.contains(name) { throw unknown(name, package) }
    let extraction = try Extraction(
      of: targets.isEmpty ? nil : targets,
      together: together.map { try ComponentName(own: $0) },
      from: package,
      into: parent ?? NewComponent.usualFolder(manifest)
    )
    return Source(
      package: package,
      extraction: extraction,
      layer: try layer.map { try LayerName($0) },
      reading: reading
    )
  }

  /// The components that the request has made before; none if it has something to do.
  func extracted(
    among neighbours: NeighbouringPackages,
    of manifest: Manifest
  ) -> [ComponentName: TreePath] {
    guard package == nil, !targets.isEmpty else { return [:] }
    var found: [ComponentName: TreePath] = [:]
    for target in targets {
      let owner = manifest.components.first { name, component in
        guard let package = neighbours.manifests[component.path] else { return false }
        let all = package.targets.filter { $0.kind != .testTarget }.map(\.name)
        return together.map { $0 == name.text && all.contains(target) }
          ?? (target == name.text && all == [target])
      }
      guard let owner else { return [:] }
      found[owner.key] = owner.value.path
    }
    return found
  }

  private func unknown(_ name: String, _ package: SplitPackage) -> OperationError {
    if package.targets[name] != nil {
      return OperationError(
        .unknownTarget,
        "'\(name)' is a test target, which moves with the target that it tests"
      )
    }
    let close = package.targets.values.filter { !$0.isTest }.map(\.name)
      .filter { $0.lowercased() == name.lowercased() }.min()
    return OperationError(
      .unknownTarget,
      "the package in '\(package.folder)' has no target '\(name)'",
      help: close.map { "did you mean '\($0)'?" }
        ?? "'registry extract --plan' lists the targets that can become packages"
    )
  }

  /// The package that has the targets, or of all packages the one with several.
  private func place(among neighbours: NeighbouringPackages) throws -> TreePath {
    let folders = neighbours.manifests.filter { _, manifest in
      let names = manifest.targets.filter { $0.kind != .testTarget }.map(\.name)
      return targets.isEmpty ? names.count > 1 : Set(names).isSuperset(of: targets)
    }.keys.sorted()
    if folders.count == 1 { return folders[0] }
    if folders.isEmpty, neighbours.manifests.count == 1, let only = neighbours.manifests.first {
      return only.key
    }
    // A manifest may compute its targets.
    if folders.isEmpty, neighbours.manifests[.root] != nil { return .root }
    if neighbours.manifests.isEmpty {
      throw OperationError(
        .unknownTarget,
        "the repository has no 'Package.swift' whose targets could be packages",
        help: "'registry new NAME' creates a component, into which sources can be moved"
      )
    }
    let names = folders.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    let what = targets.isEmpty ? "more than one target" : "the target '\(targets[0])'"
    throw OperationError(
      .unknownTarget,
      folders.isEmpty
        ? "no package has \(what)"
        : "\(folders.count) packages have \(what): \(names)\(folders.count > 5 ? " …" : "")",
      help: "name the package: '--package FOLDER'"
    )
  }
}

/// The other packages of the repository.
struct NeighbouringPackages: Sendable {
  struct Product: Sendable {
    let name: String
    let folder: TreePath
  }

  /// Their manifests, as far as the text tells; those that cannot be read are left out.
  private(set) var manifests: [TreePath: LocatedManifest] = [:]
  /// The products of the components, by the modules in them.
  private(set) var modules: [String: Product] = [:]

  init(
    of root: ObjectID,
    _ manifest: Manifest,
    in workspace: borrowing Workspace
  ) throws {
    let survey = try TreeSurvey(of: root, in: workspace)
    let components = Set(manifest.components.values.map(\.path))
    let folders = Set(survey.packages.keys).union(survey.fixtures.keys).union(components).sorted()
    let read = folders.concurrentMap(reading: workspace.repository.gitDirectory) {
      folder,
      repository -> LocatedManifest? in
      let path = folder.appending(.packageManifest)
      guard let entry = try repository.entry(at: path, in: root), entry.mode.isFile else {
        return nil
      }
      let bytes = try repository.unverifiedBlob(entry.id)
      return try located(in: folder) { () throws(OperationError) in
        try LocatedManifest(surveying: bytes, packagePath: folder)
      }
    }
    for (folder, result) in zip(folders, read) { manifests[folder] = try? result.get() }
    for folder in components.sorted() {
      for product in manifests[folder]?.products ?? [] {
        for target in product.targets {
          modules[SplitTarget.module(target)] = Product(name: product.name, folder: folder)
        }
      }
    }
  }

  /// Whether a package depends on another one by path, through others too.
  func reaches(
    _ target: TreePath,
    from start: TreePath,
    besides edges: [TreePath: Set<TreePath>]
  ) -> Bool {
    var open = [start]
    var seen: Set = [start]
    while let folder = open.popLast() {
      if folder == target { return true }
      let next = (edges[folder] ?? []).union(manifests[folder]?.pathDependencies ?? [])
      open += next.filter { seen.insert($0).inserted }
    }
    return false
  }
}

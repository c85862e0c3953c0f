import Apps
import Base
import Git
import ManifestEditor
import ManifestForms
package import Model
import SemverRules
import Versions

/// The modules and the interface that the documentation of a component shows.
package struct BuiltDocumentation: Sendable {
  /// The names of the modules, sorted; none if the component has no library.
  package let modules: [String]
  /// The public interface; `nil` if there is none, or if the compiler writes none.
  package let interface: PackageInterface?
}

extension StockToolchain {
  /// Writes the documentation of a component's libraries as a web server gives it, by DocC.
  ///
  /// All that runs what the component has is confined to a folder of its own, unless the clone allows
  /// builds without limits.
  ///
  /// - Parameters:
  ///   - base: The path that `folder` has on the web server.
  ///   - folder: An empty folder, which gets a folder for each module.
  ///   - isUploaded: Whether others uploaded it: then it may not fetch anything either.
  package func document(
    _ layout: ComponentLayout,
    at base: String,
    in folder: String,
    isUploaded: Bool,
    workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> BuiltDocumentation {
    let path = layout.folder.path
    guard
      let manifest = try workspace.packageManifest(
        in: layout.folder.written,
        at: path,
        isConfined: true
      )
    else { return BuiltDocumentation(modules: [], interface: nil) }
    let products = LibraryProducts(manifest)
    let name = layout.name
    let toolchain = try toolchain.get(orSkip: nil)
    // Those of other systems differ in what is conditional, and people read one.
    guard !products.modules.isEmpty,
      let target = try targets(of: layout, manifest, toolchain).first
    else { return BuiltDocumentation(modules: [], interface: nil) }
    let own = try TemporaryFolder()
    let place = try LocalFile.realPath(own.path)
    let bench = AppLayout(inFolder: "\(place)/package")
    try LocalFile.makeDirectories(bench.folder)
    try workspace.withBuildTrees { trees in
      try bench.checkOut(trees.store(layout.folders), from: trees)
    }
    let build = PackageBuild(
      toolchain: toolchain,
      target: target,
      package: path.isRoot ? bench.tree : "\(bench.tree)/\(path)",
      scratch: bench.build,
      root: bench.tree,
      confinement: try confinement(
        to: place,
        toolchain,
        fetches: !isUploaded && fetches(layout, in: workspace),
        in: workspace
      )
    )
    progress("building \(name)")
    let modules = try write(products, at: base, in: folder, by: build, place: place, name, progress)
    return BuiltDocumentation(
      modules: modules,
      interface: try interface(of: layout, products, build, in: workspace, progress)
    )
  }

  private func write(
    _ products: LibraryProducts,
    at base: String,
    in folder: String,
    by build: PackageBuild,
    place: String,
    _ name: String,
    _ progress: @Sendable (OperationProgress) -> Void
  ) throws -> [String] {
    let graphs = try build.symbolGraphs(of: products.modules) {
      progress(OperationProgress("building \(name)", $0))
    }
    var documented: [String] = []
    for module in products.modules {
      let files = try LocalFile.names(in: graphs).filter {
        $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@")
      }
      guard !files.isEmpty else { continue }
      progress("documenting \(module)")
      let own = "\(place)/graphs/\(module)"
      try LocalFile.makeDirectories(own)
      for file in files {
        try LocalFile.fill("\(own)/\(file)", with: build.read("\(graphs)/\(file)") ?? [])
      }
      let sources = "\(build.package)/\(products.folders[module] ?? "Sources/\(module)")"
      let site = "\(place)/site/\(module)"
      try LocalFile.makeDirectories(LocalFile.parent(of: site))
      try convert(
        [
          "--additional-symbol-graph-dir", own,
          "--fallback-display-name", module,
          "--fallback-bundle-identifier", "\(name).\(module)",
          "--transform-for-static-hosting", "--hosting-base-path", "\(base)/\(module)",
          "--output-path", site,
        ],
        catalog: try Self.catalog(in: sources),
        build
      )
      // Files alone: a link would be followed where they are served.
      for file in try LocalFile.files(below: site) where LocalFile.kind(at: file) == .file {
        let copy = "\(folder)/\(module)\(file.dropFirst(site.count))"
        try LocalFile.makeDirectories(LocalFile.parent(of: copy))
        try LocalFile.fill(copy, with: LocalFile.read(file) ?? [])
      }
      documented.append(module)
    }
    return documented
  }

  /// `nil` if this clone allows builds without limits.
  private func confinement(
    to place: String,
    _ toolchain: Toolchain,
    fetches: Bool,
    in workspace: borrowing Workspace
  ) throws -> Confinement? {
    if try workspace.evaluationPermission() == .unconfined { return nil }
    if let obstacle = Confinement.obstacle {
      throw ManifestEvaluator.unconfinable(obstacle, "a build of documentation")
    }
    return Confinement(to: place, programs: toolchain.programs, usesNetwork: fetches)
  }

  /// Whether a build needs packages that are not in the repository.
  private func fetches(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws -> Bool {
    for folder in layout.folders.values {
      let manifest = try workspace.packageManifest(
        in: folder.tree,
        at: folder.path,
        isConfined: true
      )
      let isAlone = manifest?.dependencies.allSatisfy { dependency in
        if case .path = dependency.location { true } else { false }
      }
      if isAlone == false { return true }
    }
    return false
  }

  /// The public interface of a component's libraries, which is built if no comparison has read it yet.
  private func interface(
    of layout: ComponentLayout,
    _ products: LibraryProducts,
    _ build: PackageBuild,
    in workspace: borrowing Workspace,
    _ progress: @Sendable (OperationProgress) -> Void
  ) throws -> PackageInterface? {
    let reading = try reading(build.toolchain, for: build.target, in: workspace)
    let key = reading.key(of: layout, products)
    if let interface: PackageInterface = try reading.cache.value(key) { return interface }
    do {
      let name = layout.name
      let interface = try build.interface(of: products, named: name, progress)
      try reading.cache.keep(interface, under: key)
      return interface
    } catch let error as OperationError where error.code == .noInterface {
      return nil
    }
  }

  private func convert(
    _ arguments: [String],
    catalog: String?,
    _ build: PackageBuild
  ) throws(OperationError) {
    let outcome = try build.tool(
      "\(build.toolchain.programs)/docc",
      ["convert"] + [catalog].compactMap(\.self) + arguments
    ).run()
    guard outcome.status != 0 else { return }
    // Warnings of the documentation come before it.
    let lines = outcome.output.split(whereSeparator: \.isNewline)
    let fault = lines.last { $0.lowercased().contains("error:") } ?? lines.last ?? "no reason given"
    throw OperationError(.buildFailed, ", since DocC fails: \(fault)")
  }

  /// The folder with articles and pictures of a module; `nil` if there is none.
  private static func catalog(in folder: String) throws -> String? {
    guard LocalFile.kind(at: folder) == .directory else { return nil }
    let name = try LocalFile.names(in: folder).sorted().first { $0.hasSuffix(".docc") }
    return name.map { "\(folder)/\($0)" }
  }
}

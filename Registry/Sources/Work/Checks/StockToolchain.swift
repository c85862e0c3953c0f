import Base
import Git
import ManifestEditor
import ManifestForms
package import Model
import SemverRules
package import Versions

/// Builds components and compares their interfaces with the programs of the toolchain on the path.
package struct StockToolchain: Sendable {
  let toolchain = ToolchainOnPath()
  let sdks = AppleSDKs()
  /// Whether the verb can do without the comparison.
  let isComparisonOptional: Bool
  let words: ComparisonWords

  /// - Parameter isComparisonOptional: Whether the verb has the option `--no-api-check`.
  package init(isComparisonOptional: Bool = true) {
    self.isComparisonOptional = isComparisonOptional
    words = .components
  }

  /// Creates the toolchain for a person's own package as it lies there.
  ///
  /// - Parameter revision: What it is compared with, as messages have it.
  package init(comparingWith revision: String) {
    isComparisonOptional = false
    words = .package(since: revision)
  }
}

/// How a comparison says which side does not build, and what to do.
enum ComparisonWords: Hashable, Sendable {
  case components
  case package(since: String)

  /// The older side, as progress names it.
  func oldSide(_ name: String) -> String {
    switch self {
    case .components: "the earlier release of \(name)"
    case .package(let revision): "\(name) at '\(revision)'"
    }
  }

  func newSide(_ name: String) -> String {
    switch self {
    case .components: name
    case .package: "\(name) as it lies here"
    }
  }

  func old(_ name: String) -> String {
    switch self {
    case .components: "the release of '\(name)' that it is compared with does not build"
    case .package(let revision): "\(name) at '\(revision)' does not build"
    }
  }

  func new(_ name: String) -> String {
    switch self {
    case .components: "'\(name)' does not build"
    case .package: "\(name) as it lies here does not build"
    }
  }

  /// - Parameter errors: The first ones of the compiler or the package manager.
  func helpForOld(_ errors: String) -> String {
    switch self {
    case .components: "use '--no-api-check' to release without the comparison"
    case .package:
      cause(errors).map { "\($0), or name a later revision: 'registry check REVISION'" }
        ?? "name a later revision that builds: 'registry check REVISION'"
    }
  }

  func helpForNew(_ errors: String) -> String {
    switch self {
    case .components: "fix it, commit, and try again"
    case .package: cause(errors) ?? "fix it and try again; 'swift build' shows all errors"
    }
  }

  /// Returns the help for errors whose cause is outside of the package; `nil` for errors in it.
  private func cause(_ errors: String) -> String? {
    if errors.contains(#/using Swift tools version|requires? (?:a )?(?:minimum )?Swift/#) {
      return "select a newer toolchain"
    }
    if errors.contains(#/no such module '(?:\w+)'/#),
      AppleSystem.frameworks.contains(where: { errors.contains("no such module '\($0)'") })
    {
      return "run this on a Mac, since it needs a framework of Apple"
    }
    if errors.contains(
      #/[Ff]ailed to clone|[Cc]ould not resolve host|unable to access|[Ff]ailed downloading|fatal: /#
    ) {
      return "make its dependencies reachable, such as with 'swift package resolve'"
    }
    if errors.contains(#/doesn't exist in file system|cannot be accessed/#) {
      return "put the packages that it depends on by path into the repository"
    }
    return nil
  }
}

extension StockToolchain: ComponentBuilding {
  package func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Bool {
    let toolchain = try toolchain.get(orSkip: Self.skipsBuild)
    var hasProducts = true
    for target in try targets(of: layout, toolchain, in: workspace) {
      let isBuilt = try ClientBench.with(
        layout,
        toolchain,
        for: target,
        in: workspace,
        progress: progress
      ) { build, products in
        try build.build(of: layout.component.text, progress)
        return !products.isEmpty
      }
      hasProducts = hasProducts && isBuilt
    }
    return hasProducts
  }

  package func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws {
    try withEachTarget(of: layout, in: workspace, progress: progress) {
      try $0.build(of: layout.name, progress)
    }
  }

  package func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws {
    let name = layout.name
    try withEachTarget(of: layout, in: workspace, progress: progress) { build in
      let task =
        (build.target.runsHere ? "testing \(name)" : "building the tests of \(name)")
        + build.target.words
      progress("\(task)")
      try build.test { progress(OperationProgress(task, $0)) }
    }
  }

  private func withEachTarget(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void,
    _ body: (PackageBuild) throws -> Void
  ) throws {
    let toolchain = try toolchain.get(orSkip: Self.skipsBuild)
    for target in try targets(of: layout, toolchain, in: workspace) {
      try Bench.with(layout, toolchain, for: target, in: workspace, progress: progress, body)
    }
  }

  private static let skipsBuild = "release without a build with '--verify none'"
}

extension PackageBuild {
  fileprivate func build(
    of component: String,
    _ progress: @Sendable (OperationProgress) -> Void
  ) throws {
    let task = "building \(component)\(target.words)"
    progress("\(task)")
    try build { progress(OperationProgress(task, $0)) }
  }
}

extension StockToolchain {
  package func checkPlatforms(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws {
    guard let toolchain = try? toolchain.get(orSkip: nil) else {
      // The first build or comparison reports that there is none.
      return
    }
    let manifest = try manifest(of: layout, in: workspace)
    let targets = BuildTargets(toolchain: toolchain, sdks: sdks)
    do throws(OperationError) {
      _ = try targets.all(layout.platforms, of: layout.name, manifest)
    } catch {
      throw advised(error, layout.name)
    }
    guard layout.platforms.isEmpty, !targets.isOnApple,
      let found = try AppleImport(in: manifest, of: layout.folder, workspace)
    else { return }
    throw advised(found.refusal(of: layout.name), layout.name)
  }

  /// Returns the platforms that a component in the working tree is built for.
  ///
  /// - Parameters:
  ///   - manifest: The registry's.
  ///   - folder: The component's, on the disk.
  /// - Throws: ``OperationError/Code/platformUnavailable`` as ``checkPlatforms(of:in:)`` does.
  package func targets(
    of component: ComponentName,
    in manifest: Manifest,
    at folder: String
  ) throws -> [BuildTarget] {
    // A package that cannot be read is for the package manager to report.
    guard let bytes = try LocalFile.read("\(folder)/Package.swift"),
      let package = try? LocatedManifest(surveying: bytes, packagePath: .root)
    else { return [.host] }
    let platforms = manifest.platforms(of: component)
    let targets = BuildTargets(toolchain: try toolchain.get(orSkip: nil), sdks: sdks)
    let all = try targets.all(platforms, of: component.text, package)
    if platforms.isEmpty, !targets.isOnApple,
      let found = try AppleImport(in: package, of: folder)
    {
      throw found.refusal(of: component.text)
    }
    return all
  }

  /// The error, with what a person who has no Mac can do.
  private func advised(_ error: OperationError, _ component: String) -> OperationError {
    guard isComparisonOptional, let help = error.help else { return error }
    return OperationError(
      error.code,
      error.message,
      help: "\(help), or release it unchecked:"
        + " 'registry release \(component) --no-api-check --verify none'"
    )
  }

  func targets(
    of layout: ComponentLayout,
    _ toolchain: Toolchain,
    in workspace: borrowing Workspace
  ) throws -> [BuildTarget] {
    try targets(of: layout, manifest(of: layout, in: workspace), toolchain)
  }

  func targets(
    of layout: ComponentLayout,
    _ manifest: LocatedManifest,
    _ toolchain: Toolchain
  ) throws -> [BuildTarget] {
    try BuildTargets(toolchain: toolchain, sdks: sdks)
      .all(layout.platforms, of: layout.name, manifest)
  }

  func targets(
    of layout: ClientLayout,
    _ toolchain: Toolchain,
    in workspace: borrowing Workspace
  ) throws -> [BuildTarget] {
    let tree = layout.release.tree
    guard let manifest = try workspace.packageManifest(in: tree, at: layout.path) else {
      return [.host]
    }
    return try BuildTargets(toolchain: toolchain, sdks: sdks)
      .all(layout.platforms, of: layout.component.text, manifest)
  }
}

extension StockToolchain: InterfaceComparing {
  package func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> InterfaceComparison {
    let manifest = try self.manifest(of: new, in: workspace)
    let after = LibraryProducts(manifest)
    guard let old else { return after.names.isEmpty ? .noLibrary : .firstRelease }
    let earlier = try self.manifest(of: old, in: workspace)
    let before = LibraryProducts(earlier)
    let declared = InterfaceDifference(from: earlier, to: manifest)
    if before.names.isEmpty, after.names.isEmpty {
      return declared == InterfaceDifference() ? .noLibrary : .difference(declared)
    }
    if old == new { return .difference(InterfaceDifference()) }
    if Set(before.modules).isDisjoint(with: after.modules) { return .difference(declared) }
    let toolchain = try toolchainForReading()
    let targets = try self.targets(of: new, manifest, toolchain)
    var differences: [(target: BuildTarget, difference: InterfaceDifference)] = []
    for target in targets {
      let reading = try reading(toolchain, for: target, in: workspace)
      let first = reading.key(of: old, before)
      let second = reading.key(of: new, after)
      let difference = try reading.difference(from: (first, before), to: (second, after)) {
        if !reading.cache.has(first) || !reading.cache.has(second) {
          try checkPlatforms(of: new, in: workspace)
        }
        return (
          try explaining(
            words.old(old.name),
            help: words.helpForOld
          ) {
            let name = words.oldSide(old.name)
            return try reading.interface(
              of: old,
              before,
              first,
              named: name,
              in: workspace,
              progress
            )
          },
          try explaining(
            words.new(new.name),
            help: words.helpForNew
          ) {
            let name = words.newSide(new.name)
            return try reading.interface(
              of: new,
              after,
              second,
              named: name,
              in: workspace,
              progress
            )
          }
        )
      }
      differences.append((target, difference))
    }
    return .difference(declared.joined(with: InterfaceDifference(onEach: differences)))
  }

  package func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Set<String>? {
    let products = try products(of: layout, in: workspace)
    guard !products.modules.isEmpty else { return nil }
    let toolchain = try toolchainForReading()
    var used: Set<String> = []
    for target in try targets(of: layout, toolchain, in: workspace) {
      let reading = try reading(toolchain, for: target, in: workspace)
      let key = reading.key(of: layout, products)
      used.formUnion(
        try reading
          .interface(of: layout, products, key, named: layout.name, in: workspace, progress)
          .usedModules(by: products.modules)
      )
    }
    return used
  }

  /// Explains an error of the compiler in what `body` builds.
  package func explaining<Result>(
    _ words: String,
    help: (String) -> String,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as OperationError where error.code == .buildFailed {
      throw OperationError(.buildFailed, words + error.message, help: help(error.message))
    } catch let error as OperationError where error.code == .noInterface && isComparisonOptional {
      let help = (error.help.map { "\($0), or " } ?? "") + "skip the check with '--no-api-check'"
      throw OperationError(.noInterface, error.message, help: help)
    }
  }

  func toolchainForReading() throws(OperationError) -> Toolchain {
    try toolchain.get(
      orSkip: isComparisonOptional ? "skip the comparison with '--no-api-check'" : nil
    )
  }

  func reading(
    _ toolchain: Toolchain,
    for target: BuildTarget,
    in workspace: borrowing Workspace
  ) throws -> InterfaceReading {
    let shared = try workspace.accountCache()
    return try InterfaceReading(
      toolchain,
      for: target,
      cache: InterfaceCache(folder: shared?.folder("api") ?? workspace.cacheFolder("api"))
    )
  }

  func products(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws -> LibraryProducts {
    LibraryProducts(try manifest(of: layout, in: workspace))
  }

  func manifest(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws -> LocatedManifest {
    let tree = layout.folder.written
    guard let manifest = try workspace.packageManifest(in: tree, at: layout.folder.path) else {
      throw OperationError(
        .noPackage,
        "the folder '\(layout.folder.path)' has no 'Package.swift'",
        context: layout.isPersonal ? nil : "component '\(layout.name)'"
      )
    }
    return manifest
  }
}

/// Builds a component with the releases that it depends on.
package protocol ComponentBuilding: PlatformChecking {
  /// Builds all products of a release as a client does that depends on it by version.
  ///
  /// - Parameter progress: Told what is being done: it may take minutes.
  /// - Returns: Whether there was a product to build; a release without products, or with computed
  ///   ones, is only resolved.
  /// - Throws: The output of SwiftPM or the compiler, if it does not build.
  func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Bool

  /// Builds all targets of a component as the root package.
  func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws

  /// Runs a component's tests, which only its own package can.
  func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws
}

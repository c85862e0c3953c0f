import APICompatibility
import Errors
import Git
import GitValues
import PackageManifest
import Processes
import RegistryModel
import Versioning
package import Workspace

/// Builds components and compares their interfaces with the programs of the toolchain on the path.
package struct StockToolchain: Sendable {
  private let toolchain = ToolchainOnPath()
  private let isComparisonOptional: Bool

  /// - Parameter isComparisonOptional: Whether the verb has the option `--no-api-check`.
  package init(isComparisonOptional: Bool = true) {
    self.isComparisonOptional = isComparisonOptional
  }
}

extension StockToolchain: ComponentBuilding {
  package func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Bool {
    try ClientBench.with(
      layout,
      toolchain.get(orSkip: Self.skipsBuild),
      in: workspace,
      progress: progress
    ) { build, products in
      try build.build(of: layout.component, progress)
      return !products.isEmpty
    }
  }

  package func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    try Workbench(toolchain.get(orSkip: Self.skipsBuild))
      .with(layout, in: workspace, progress: progress) {
        try $0.build(of: layout.component, progress)
      }
  }

  package func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    let name = layout.component
    try Workbench(toolchain.get(orSkip: Self.skipsBuild))
      .with(layout, in: workspace, progress: progress) { build in
        progress("testing \(name)")
        try build.test { progress("testing \(name): \($0)") }
      }
  }

  private static let skipsBuild = "release without a build with '--verify none'"
}

extension PackageBuild {
  fileprivate func build(
    of component: ComponentName,
    _ progress: @Sendable (String) -> Void
  ) throws {
    progress("building \(component)")
    try build { progress("building \(component): \($0)") }
  }
}

extension StockToolchain: InterfaceComparing {
  package func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison {
    let manifest = try self.manifest(of: new, in: workspace)
    let after = LibraryProducts(manifest)
    guard let old else { return after.names.isEmpty ? .noLibrary : .firstRelease }
    let earlier = try self.manifest(of: old, in: workspace)
    let before = LibraryProducts(earlier)
    let declared = InterfaceDifference(from: earlier, to: manifest)
    if before.names.isEmpty, after.names.isEmpty {
      return declared.changes.isEmpty ? .noLibrary : .difference(declared)
    }
    if old == new { return .difference(InterfaceDifference()) }
    let common = Set(before.modules).intersection(after.modules)
    guard !common.isEmpty else { return .difference(declared) }
    let reading = try reading(in: workspace)
    let first = reading.key(of: old, before)
    let second = reading.key(of: new, after)
    let difference = try reading.difference(from: first, to: second) {
      (
        try explaining(
          "the release of '\(old.component)' that it is compared with does not build",
          help: "use '--no-api-check' to release without the comparison"
        ) { try reading.interface(of: old, before, first, in: workspace, progress) },
        try explaining(
          "'\(new.component)' does not build",
          help: "fix it, commit, and try again"
        ) { try reading.interface(of: new, after, second, in: workspace, progress) },
        common
      )
    }
    return .difference(declared.joined(with: difference))
  }

  package func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    let products = try products(of: layout, in: workspace)
    guard !products.modules.isEmpty else { return nil }
    let reading = try reading(in: workspace)
    return try reading.interface(
      of: layout,
      products,
      reading.key(of: layout, products),
      in: workspace,
      progress
    )
    .usedModules
  }

  /// Explains an error of the compiler in what `body` builds.
  package func explaining<Result>(
    _ words: String,
    help: String,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as OperationError where error.code == .buildFailed {
      throw OperationError(.buildFailed, words + error.message, help: help)
    }
  }

  func reading(in workspace: borrowing Workspace) throws -> InterfaceReading {
    let shared = try workspace.accountCache()
    return try InterfaceReading(
      toolchain.get(
        orSkip: isComparisonOptional ? "skip the comparison with '--no-api-check'" : nil
      ),
      cache: InterfaceCache(folder: shared?.folder("api") ?? workspace.cacheFolder("api"))
    )
  }

  func products(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws -> LibraryProducts {
    LibraryProducts(try manifest(of: layout, in: workspace))
  }

  private func manifest(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws -> PackageManifestFile {
    let tree = layout.folder.tree
    guard let manifest = try workspace.packageManifest(in: tree, at: layout.folder.path) else {
      throw OperationError(
        .noPackage,
        "the folder '\(layout.folder.path)' has no 'Package.swift'",
        context: "component '\(layout.component)'"
      )
    }
    return manifest
  }
}

import APICompatibility
import Git
import GitValues
import Processes
import RegistryModel
import Versioning
package import Workspace

/// Builds components and compares their interfaces with the programs of the toolchain on the path.
package struct StockToolchain: Sendable {
  /// Raised whenever the same code would make another text.
  private static let format = 1

  package init() {}
}

extension StockToolchain: ComponentBuilding {
  package func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Bool {
    try ClientBench(Toolchain(), in: workspace)
      .with(layout, in: workspace, progress: progress) { build, products in
        try build.build(of: layout.component, progress)
        return !products.isEmpty
      }
  }

  package func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    try Workbench(Toolchain(), in: workspace).with(layout, in: workspace, progress: progress) {
      try $0.build(of: layout.component, progress)
    }
  }

  package func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    let name = layout.component
    try Workbench(Toolchain(), in: workspace).with(layout, in: workspace, progress: progress) {
      build in
      progress("testing \(name)")
      try build.test { progress("testing \(name): \($0)") }
    }
  }
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
    let after = try products(of: new, in: workspace)
    guard let old else { return after.names.isEmpty ? .noLibrary : .firstRelease }
    let before = try products(of: old, in: workspace)
    if before.names.isEmpty, after.names.isEmpty { return .noLibrary }
    if old == new { return .difference(InterfaceDifference()) }
    let common = Set(before.modules).intersection(after.modules)
    var changes = before.changes(to: after)
    if !common.isEmpty {
      let toolchain = try Toolchain()
      let digester = try Digester(toolchain)
      let first = try explaining(
        "the release of '\(old.component)' that it is compared with does not build",
        help: "use '--no-api-check' to release without the comparison"
      ) { try interface(of: old, before, toolchain, digester, workspace, progress) }
      let second = try explaining(
        "'\(new.component)' does not build",
        help: "fix it, commit, and try again"
      ) { try interface(of: new, after, toolchain, digester, workspace, progress) }
      progress("comparing the public API of \(new.component)")
      changes += try digester.changes(from: first, to: second, of: common)
    }
    return .difference(InterfaceDifference(changes))
  }

  package func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    let products = try products(of: layout, in: workspace)
    guard !products.modules.isEmpty else { return nil }
    let toolchain = try Toolchain()
    let digester = try Digester(toolchain)
    return try interface(of: layout, products, toolchain, digester, workspace, progress)
      .interface.usedModules()
  }

  /// Puts words before those of a compiler that refuses what `body` builds.
  package func explaining<Result>(
    _ words: String,
    help: String,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as ProcessError where error.code == .buildFailed {
      throw OperationError(.buildFailed, words + error.message, help: help)
    }
  }

  /// The interface as it was kept, or as a build brings it about.
  private func interface(
    of layout: ComponentLayout,
    _ products: LibraryProducts,
    _ toolchain: Toolchain,
    _ digester: Digester,
    _ workspace: borrowing Workspace,
    _ progress: @Sendable (String) -> Void
  ) throws -> InterfaceCache.Entry {
    let cache = InterfaceCache(folder: try workspace.cacheFolder("api"))
    let key = InterfaceCache.key(facts(of: layout, products, toolchain))
    if let entry = try cache.entry(key) { return entry }
    let name = layout.component
    return try Workbench(toolchain, in: workspace).with(layout, in: workspace, progress: progress) {
      build in
      let interface = try build.interface(of: products, digester, named: name.text, progress)
      return try cache.keep(interface, under: key)
    }
  }

  /// All that an interface follows from.
  private func facts(
    of layout: ComponentLayout,
    _ products: LibraryProducts,
    _ toolchain: Toolchain
  ) -> [String] {
    let folders = [layout.folder] + layout.dependencies.values
    return ["\(Self.format)", toolchain.version, toolchain.triple, layout.folder.path.description]
      + products.modules + folders.map { "\($0.path) \($0.tree)" }.sorted()
  }

  private func products(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws -> LibraryProducts {
    let tree = layout.folder.tree
    guard let manifest = try workspace.packageManifest(in: tree, at: layout.folder.path) else {
      throw OperationError(
        .noPackage,
        "the folder '\(layout.folder.path)' has no 'Package.swift'",
        context: "component '\(layout.component)'"
      )
    }
    return LibraryProducts(manifest)
  }
}

import Base
import ManifestEditor
package import Model
import SemverRules

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
          ) { try reading.interface(of: old, before, first, in: workspace, progress) },
          try explaining(
            words.new(new.name),
            help: words.helpForNew
          ) { try reading.interface(of: new, after, second, in: workspace, progress) }
        )
      }
      differences.append((target, difference))
    }
    return .difference(declared.joined(with: InterfaceDifference(onEach: differences)))
  }

  package func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    let products = try products(of: layout, in: workspace)
    guard !products.modules.isEmpty else { return nil }
    let toolchain = try toolchainForReading()
    var used: Set<String> = []
    for target in try targets(of: layout, toolchain, in: workspace) {
      let reading = try reading(toolchain, for: target, in: workspace)
      let key = reading.key(of: layout, products)
      used.formUnion(
        try reading.interface(of: layout, products, key, in: workspace, progress)
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
  ) throws -> PackageManifestFile {
    let tree = layout.folder.tree
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

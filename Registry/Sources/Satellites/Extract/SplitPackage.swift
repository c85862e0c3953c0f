import Base
import Content
import Git
import ManifestEditor
import ManifestForms
import Model

/// A package that targets are taken out of, as a commit has it.
struct SplitPackage: Sendable {
  let folder: TreePath
  /// The tree of the whole commit.
  let root: ObjectID
  let manifest: LocatedManifest
  /// The targets by their names.
  let targets: [String: SplitTarget]
  let neighbours: NeighbouringPackages

  /// - Throws: For a manifest that cannot be read.
  init(
    at folder: TreePath,
    root: ObjectID,
    beside neighbours: NeighbouringPackages,
    by reading: ManifestReading,
    in workspace: borrowing Workspace
  ) throws {
    let file = folder.appending(.packageManifest)
    guard let bytes = try workspace.content(of: file, in: root) else {
      throw OperationError.noManifestFile(in: folder)
    }
    try Self.checkManifests(in: folder, root: root, of: workspace.repository)
    let parsed = try located(in: folder) {
      try LocatedManifest(surveying: bytes, packagePath: folder)
    }
    let isPlain = parsed.unread.isEmpty && !parsed.isComputed
    let manifest =
      isPlain
      ? parsed
      : parsed.completed(
        by: try unifyingErrors(of: file.string) { try reading.evaluate(bytes, in: folder) }
      )
    let read = manifest.targets.concurrentMap(reading: workspace.repository.gitDirectory) {
      target,
      repository in
      try SplitTarget(target, of: manifest, in: folder, root: root, repository)
    }
    var targets: [String: SplitTarget] = [:]
    for (target, result) in zip(manifest.targets, read) {
      // What is written for each of several cases is one target to everything else.
      if targets[target.name] == nil { targets[target.name] = try result.get() }
    }
    let names = Set(targets.keys)
    let imports = ImportedModules(targets, manifest, neighbours)
    for name in names {
      guard var target = targets[name] else { continue }
      target.declared = Set(target.target.ownDependencies).intersection(names).subtracting([name])
      imports.resolve(&target)
      targets[name] = target
    }
    (self.folder, self.root, self.manifest) = (folder, root, manifest)
    (self.targets, self.neighbours) = (targets, neighbours)
  }

  /// All targets that some of them need, and these.
  func closure(of names: some Sequence<String>) -> Set<String> {
    reach(from: names) { target in
      var next = target.needs
      // Only the package that a macro is in can use it.
      if target.target.kind == .macro { next.formUnion(dependents(of: target.name)) }
      return next
    }
  }

  /// The targets that are reached by dependencies which are declared.
  func declaredClosure(of name: String) -> Set<String> {
    reach(from: [name], by: \.declared)
  }

  private func reach(
    from names: some Sequence<String>,
    by next: (SplitTarget) -> Set<String>
  ) -> Set<String> {
    var open = Array(names)
    var found = Set(open)
    while let name = open.popLast() {
      guard let target = targets[name] else { continue }
      open += next(target).filter { found.insert($0).inserted }
    }
    return found
  }

  /// The targets that need one, tests apart.
  func dependents(of name: String) -> Set<String> {
    Set(targets.values.filter { !$0.isTest && $0.needs.contains(name) }.map(\.name))
  }

  var tests: [SplitTarget] {
    targets.values.filter(\.isTest).sorted { $0.name < $1.name }
  }

  /// The targets that only tests need: those that import a testing library, or that are in no product.
  var helpers: Set<String> {
    let offered = Set(manifest.products.flatMap(\.targets))
    let used = tests.reduce(into: Set<String>()) { $0.formUnion(closure(of: $1.needs)) }
    var helpers = Set(
      used.filter { name in
        guard let target = targets[name], target.target.kind == .target else { return false }
        let isForTests = !target.scan.imports.isDisjoint(with: ["Testing", "XCTest"])
        return isForTests || !offered.contains(name)
      }
    )
    var isComplete = false
    while !isComplete {
      let needed = helpers.filter { !dependents(of: $0).isSubset(of: helpers) }
      helpers.subtract(needed)
      isComplete = needed.isEmpty
    }
    return helpers
  }
}

/// Finds which targets and products modules are of.
private struct ImportedModules {
  /// The targets of the package, without tests.
  private var own: [String: String] = [:]
  /// Products of packages that the manifest depends on, or could.
  private var products: [String: SplitTarget.ImportedProduct] = [:]

  init(
    _ targets: [String: SplitTarget],
    _ manifest: LocatedManifest,
    _ neighbours: NeighbouringPackages
  ) {
    for target in targets.values where !target.isTest { own[target.module] = target.name }
    for (module, product) in neighbours.modules {
      products[module] = SplitTarget.ImportedProduct(
        name: product.name,
        package: String(product.folder.name)
      )
    }
    for target in targets.values {
      for dependency in target.target.dependencies {
        guard case .product(let name, let package?) = dependency.reference else { continue }
        products[SplitTarget.module(name)] = SplitTarget.ImportedProduct(
          name: name,
          package: package
        )
      }
    }
  }

  /// Adds what a target imports and does not depend on.
  func resolve(_ target: inout SplitTarget) {
    let declared = Set(
      target.target.dependencies.map { dependency in
        switch dependency.reference {
        case .target(let name), .byName(let name), .product(let name, _):
          SplitTarget.module(name)
        }
      }
    )
    for module in target.scan.imports.subtracting(declared).sorted() where module != target.module {
      if let name = own[module] {
        target.imported.insert(name)
      } else if let product = products[module] {
        target.importedProducts.append(product)
      }
    }
  }
}

extension SplitPackage {
  /// Throws for a package with a manifest for certain versions of Swift, which would keep the targets.
  private static func checkManifests(
    in folder: TreePath,
    root: ObjectID,
    of repository: borrowing Repository
  ) throws {
    let others = try repository.manifestNames(in: folder, of: root)
      .filter { $0 != TreePath.packageManifest.string }
    guard let other = others.min() else { return }
    let file = folder.appending(.packageManifest)
    throw OperationError(
      .invalidPackage,
      "'\(file)' is not the only manifest of the package: '\(other)' lists the targets for some"
        + " versions of Swift, and would not be changed",
      help: "delete it if 'Package.swift' is enough for the versions of Swift that you build with,"
        + " or merge what differs into 'Package.swift' with '#if compiler(…)', and commit that"
    )
  }
}

extension Repository {
  /// The files anywhere in a tree that are wanted, in the order of their paths.
  func files(
    in root: ObjectID,
    where isWanted: (TreeEntry, borrowing Repository) throws -> Bool
  ) throws -> [(path: TreePath, id: ObjectID)] {
    var open: [(path: TreePath, tree: ObjectID)] = [(.root, root)]
    var found: [(path: TreePath, id: ObjectID)] = []
    while let folder = open.popLast() {
      for entry in try entries(of: folder.tree) {
        let path = folder.path.appending(TreePath(unchecked: entry.name))
        if entry.mode == .tree {
          open.append((path, entry.id))
        } else if try isWanted(entry, self) {
          found.append((path, entry.id))
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The names of a package's manifests, with those for certain versions of Swift.
  func manifestNames(in folder: TreePath, of root: ObjectID) throws -> [String] {
    guard let tree = try entry(at: folder, in: root)?.id else { return [] }
    return try entries(of: tree).map(\.name).filter { ManifestFileName($0) != nil }
  }
}

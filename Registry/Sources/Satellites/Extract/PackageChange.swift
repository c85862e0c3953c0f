import Base
import Git
import ManifestEditor
import Model
import Versions

/// The content that the old and the new package must have when the toolchain runs their manifests.
struct PackageChange {
  let unit: Extraction.Unit
  let package: SplitPackage
  let old: PackageDump
  /// The targets as they are in the new package.
  private(set) var targets: [JSONValue] = []
  /// The dependencies of the old package that the new one needs.
  private(set) var dependencies: [JSONValue] = []
  /// The packages of the repository that it depends on.
  private(set) var folders: Set<TreePath> = []
  private(set) var products: [JSONValue] = []
  /// The products that the old package had.
  private(set) var movedProducts: Set<String> = []
  private(set) var notes: [String] = []
  /// A path that leads out of the repository.
  private var outside: String?
  /// The folders of packages that the old one depends on, and no longer needs.
  private(set) var unneeded: Set<TreePath> = []
  /// The targets that go, without the dependencies that go with them.
  let handedOver: HandedOverTargets

  init(
    _ unit: Extraction.Unit,
    of package: SplitPackage,
    _ earlier: [String: Extraction.Unit],
    _ old: PackageDump,
    _ manifest: Manifest
  ) {
    (self.unit, self.package, self.old) = (unit, package, old)
    let all = unit.all
    let staying = old.targets.filter { !all.contains($0["name"].text ?? "") }
    movedProducts = Set(
      old.products.filter {
        !$0["targets"].texts.isEmpty && all.isSuperset(of: $0["targets"].texts)
      }.compactMap { $0["name"].text }
    )
    handedOver = HandedOverTargets(
      targets: all,
      products: movedProducts,
      to: String(unit.folder.name),
      at: package.folder.way(to: unit.folder),
      isNeeded: staying.contains { !$0.ownNames.isDisjoint(with: unit.targets) },
      traits: old.traits
    )
    for name in all.sorted() { add(name, earlier, manifest) }
    addProducts(staying)
    let used = staying.reduce(into: Set<String>()) { $0.formUnion($1.packageNames) }
    let components = Set(manifest.components.values.map(\.path))
    for dependency in dependencies where !dependency.isNamed(by: used) {
      guard let folder = dependency.folder, components.contains(folder) else { continue }
      unneeded.insert(folder)
    }
  }

  private mutating func add(
    _ name: String,
    _ earlier: [String: Extraction.Unit],
    _ manifest: Manifest
  ) {
    guard let json = old.target(name), let target = package.targets[name] else { return }
    var list = json["dependencies"].items
    var added: [String] = []
    for other in target.imported.sorted() {
      guard let home = earlier[other] else {
        list.append(.object(["byName": .array([.string(other), .null])]))
        added.append(other)
        continue
      }
      list.append(.product(other, in: String(home.folder.name)))
      depend(on: home.folder)
      added.append(other)
    }
    for product in target.importedProducts {
      list.append(.product(product.name, in: product.package))
      added.append(product.name)
      let isKnown = old.dependencies.contains { $0.isNamed(by: [product.package.lowercased()]) }
      let component = manifest.components.values.map(\.path).sorted().first {
        $0.name.lowercased() == product.package.lowercased()
      }
      if !isKnown, let component { depend(on: component) }
    }
    if !added.isEmpty {
      let names = added.map { "'\($0)'" }.joined(separator: ", ")
      notes.append("'\(name)' imports \(names) without a dependency: its new manifest has one")
    }
    let isBinary = target.target.kind == .binaryTarget
    let path = target.place.flatMap { isBinary ? JSONValue.string(String($0.folder.name)) : nil }
    let changed = json.setting(["dependencies": .array(list), "path": path])
    targets.append(changed)
    for dependency in old.dependencies
    where dependency.isNamed(by: changed.packageNames) && !dependencies.contains(dependency) {
      dependencies.append(dependency)
      if let folder = dependency.folder { folders.insert(folder) }
      if let path = dependency["fileSystem"][0]["path"].text, dependency.folder == nil {
        outside = outside ?? path
      }
    }
  }

  private mutating func depend(on folder: TreePath) {
    guard folders.insert(folder).inserted else { return }
    let traits = old.traits.map { name in
      JSONValue.object([
        "name": .string(name), "condition": .object(["traits": .array([.string(name)])]),
      ])
    }
    dependencies.append(
      .object([
        "fileSystem": .array([
          .object([
            "identity": .string(folder.name.lowercased()),
            "path": .string(folder.string),
            "traits": traits.isEmpty
              ? .array([.object(["name": .string("default")])]) : .array(traits),
          ])
        ])
      ])
    )
  }

  /// The products that there were, and one for each target that others use or that nothing else uses.
  private mutating func addProducts(_ staying: [JSONValue]) {
    products = old.products.filter { movedProducts.contains($0["name"].text ?? "") }
    let used = staying.reduce(into: Set<String>()) { $0.formUnion($1.ownNames) }
      .union(
        package.targets.values.filter { !unit.all.contains($0.name) }
          .reduce(into: Set<String>()) { $0.formUnion($1.imported) }
      )
    let usedInside = targets.filter { $0["type"].text != "test" }
      .reduce(into: Set<String>()) { $0.formUnion($1.ownNames) }
    for target in targets {
      guard let name = target["name"].text, let type = target["type"].text,
        !["macro", "test"].contains(type), !movedProducts.contains(name)
      else { continue }
      let isInProduct = products.contains { $0["targets"].texts.contains(name) }
      guard used.contains(name) || (!isInProduct && !usedInside.contains(name)) else { continue }
      let kind: JSONValue =
        switch type {
        case "executable", "plugin": .object([type: .null])
        default: .object(["library": .array([.string("automatic")])])
        }
      products.append(
        .object([
          "name": .string(name), "settings": .array([]), "targets": .array([.string(name)]),
          "type": kind,
        ])
      )
    }
  }

  func newManifest() throws(OperationError) -> NewManifest {
    if let outside {
      throw OperationError(
        .invalidPath,
        "'\(unit.name)' would depend on '\(outside)', which is outside of the repository",
        help: "move that package into the repository, or depend on a version of it by URL"
      )
    }
    return NewManifest(
      name: unit.name.text,
      old: old.json,
      products: products,
      targets: targets,
      dependencies: dependencies.map { dependency in
        guard let folder = dependency.folder else { return dependency }
        let value = dependency["fileSystem"][0]
          .setting(["path": .string(unit.folder.way(to: folder))])
        return .object(["fileSystem": .array([value])])
      }
    )
  }
}

extension PackageChange {
  private static let settings = [
    "cLanguageStandard", "cxxLanguageStandard", "defaultLocalization", "platforms",
    "swiftLanguageVersions", "toolsVersion", "traits",
  ]

  /// Throws if the old manifest says anything else than before, but for what has left.
  func check(old new: PackageDump) throws(OperationError) {
    let path = package.folder.appending(.packageManifest)
    let all = unit.all
    let name = String(unit.folder.name)
    let staying = old.targets.filter { !all.contains($0["name"].text ?? "") }
      .map { $0.replacing(unit.targets, by: name) }
    try compare("its targets", staying, new.targets, of: path)
    let kept = old.products.filter { !movedProducts.contains($0["name"].text ?? "") }
    try compare("its products", kept, new.products, of: path)
    for key in Self.settings + ["name", "pkgConfig", "providers"] {
      try compare("'\(key)'", [old.json.only(key)], [new.json.only(key)], of: path)
    }
    let expected = old.dependencies.filter { dependency in
      dependency.folder.map { !unneeded.contains($0) } ?? true
    }
    let kinds = Set(expected.map(\.normalized))
    let added = new.dependencies.filter { !kinds.contains($0.normalized) }
    guard added.map(\.folder) == (handedOver.isNeeded ? [unit.folder] : []) else {
      throw Self.differing("its dependencies", of: path)
    }
    try compare("its dependencies", expected + added, new.dependencies, of: path)
  }

  /// Throws if the new manifest says anything else of its targets than the old one did.
  func check(new: PackageDump) throws(OperationError) {
    let path = unit.folder.appending(.packageManifest)
    try compare("its targets", targets, new.targets, of: path)
    try compare("its products", products, new.products, of: path)
    for key in Self.settings {
      try compare("'\(key)'", [old.json.only(key)], [new.json.only(key)], of: path)
    }
    try compare("its dependencies", dependencies, new.dependencies, of: path)
  }

  private func compare(
    _ what: String,
    _ expected: [JSONValue],
    _ found: [JSONValue],
    of path: TreePath
  ) throws(OperationError) {
    let sorted = { (values: [JSONValue]) in values.map(\.normalized.compact).sorted() }
    if sorted(expected) != sorted(found) { throw Self.differing(what, of: path) }
  }

  private static func differing(_ what: String, of path: TreePath) -> OperationError {
    OperationError(
      .invalidPackage,
      "after the extraction, '\(path)' would not say the same as before: \(what) would differ",
      help: "something in the manifest computes this: write it out first"
    )
  }
}

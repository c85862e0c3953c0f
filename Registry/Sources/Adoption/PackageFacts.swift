import GitValues
import PackageManifest
import PackageRules

/// What a proposal needs to know about a package, as far as its manifest tells.
struct PackageFacts: Sendable {
  let path: TreePath
  /// `nil` if it is computed.
  var name: String?
  /// The folders of the packages that it depends on.
  var dependencies: Set<TreePath> = []
  var executables: [String] = []
  var hasLibrary = false
  /// Whether there are dependencies by path that could not be read.
  var hasUnreadDependencies = false

  init(_ package: SurveyedPackage) {
    path = package.path
    dependencies = Set(package.pathDependencies.map(\.path))
    guard let manifest = package.manifest else { return }
    name = manifest.name
    let products = manifest.products.filter { $0.kind == .executable }.map(\.name)
    let targets = manifest.targets.filter { $0.kind == .executableTarget }.map(\.name)
    // A target of a product is run under the product's name.
    let covered = Set(manifest.products.flatMap(\.targets))
    executables = Set(products + targets.filter { !covered.contains($0) }).sorted()
    hasLibrary = manifest.products.contains { $0.kind != .executable }
    hasUnreadDependencies = !manifest.obstacles.isEmpty
  }

  /// Whether it is an app, provided that no other package depends on it.
  var isApp: Bool {
    if path.isRoot {
      return !executables.isEmpty || !dependencies.isEmpty || hasUnreadDependencies
    }
    return !hasLibrary && (!executables.isEmpty || !dependencies.isEmpty)
  }
}

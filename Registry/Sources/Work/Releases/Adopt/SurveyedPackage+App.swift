import Content
import Git
import ManifestEditor

extension SurveyedPackage {
  /// The folders of the packages that it depends on.
  var dependencies: Set<TreePath> { Set(pathDependencies.map(\.path)) }

  var executables: [String] {
    guard let manifest else { return [] }
    let products = manifest.products.filter { $0.kind == .executable }.map(\.name)
    let targets = manifest.targets.filter { $0.kind == .executableTarget }.map(\.name)
    // A target of a product is run under the product's name.
    let covered = Set(manifest.products.flatMap(\.targets))
    return Set(products + targets.filter { !covered.contains($0) }).sorted()
  }

  /// Whether it is an app, provided that no other package depends on it.
  var isApp: Bool {
    let usesOthers = !executables.isEmpty || !dependencies.isEmpty
    if path.isRoot { return usesOthers || manifest?.obstacles.isEmpty == false }
    return usesOthers && manifest?.products.contains { $0.kind != .executable } != true
  }
}

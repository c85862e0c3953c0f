extension PackageManifestFile {
  /// The package dependencies that a product's targets use, directly or through other targets.
  ///
  /// - Parameter offered: The names of the products of a package; `nil` if they are not known.
  /// - Returns: `nil` if only running the manifest tells them all.
  package func dependencies(
    ofProduct product: String,
    offered: (PackageDependency) -> Set<String>?
  ) -> [PackageDependency]? {
    guard !changesTargets, let start = targets(ofProduct: product) else { return nil }
    var open = start
    var seen: Set<String> = []
    var references: Set<TargetDependency.Reference> = []
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      let found = targets.filter { $0.name == name }
      guard !found.isEmpty, !found.contains(where: \.computesDependencies) else { return nil }
      for reference in found.flatMap(\.references) {
        switch reference {
        case .target(let name): open.append(name)
        case .byName(let name) where sites.targetNames.contains(name): open.append(name)
        case .byName, .product: references.insert(reference)
        }
      }
    }
    var used: [PackageDependency] = []
    for reference in references {
      guard let found = owners(of: reference, offered) else { return nil }
      used += found
    }
    return used
  }

  /// `nil` if only running the manifest tells them all.
  private func targets(ofProduct name: String) -> [String]? {
    if let product = products.first(where: { $0.name == name }) {
      return product.computesTargets ? nil : product.targets
    }
    // An executable target is a product without a declaration.
    return targets.contains { $0.name == name && $0.kind == .executableTarget } ? [name] : nil
  }

  /// The packages that a name may be of; `nil` if it is that of no package.
  private func owners(
    of reference: TargetDependency.Reference,
    _ offered: (PackageDependency) -> Set<String>?
  ) -> [PackageDependency]? {
    let name: String
    switch reference {
    case .product(_, let package?): return named(package)
    case .product(let product, nil), .byName(let product), .target(let product): name = product
    }
    return named(name) ?? dependencies.filter { offered($0)?.contains(name) ?? true }
  }

  private func named(_ package: String) -> [PackageDependency]? {
    let found = dependencies.filter { dependency in
      // The root of the repository has the name of the clone's folder.
      dependency.referenceName.map { $0.lowercased() == package.lowercased() } ?? true
    }
    return found.isEmpty ? nil : found
  }
}

extension PackageTarget {
  fileprivate var references: [TargetDependency.Reference] {
    dependencies.map(\.reference)
      + plugins.map { plugin in
        plugin.package.map { .product(plugin.name, package: $0) } ?? .byName(plugin.name)
      }
  }
}

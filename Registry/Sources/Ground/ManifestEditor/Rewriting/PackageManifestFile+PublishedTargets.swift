extension PackageManifestFile {
  /// The targets that the products have, directly or through others; all but tests where some
  /// products are computed.
  package var publishedTargets: [PackageTarget] {
    guard let products = productNames, !products.isEmpty else {
      return targets.filter { $0.kind != .testTarget }
    }
    var open = self.products.flatMap(\.targets)
    open += targets.filter { $0.kind == .executableTarget }.map(\.name)
    var found: Set<String> = []
    while let name = open.popLast() {
      guard found.insert(name).inserted else { continue }
      for target in targets where target.name == name { open += target.ownDependencies }
    }
    return targets.filter { found.contains($0.name) }
  }
}

extension PackageManifestFile {
  /// The targets that a package of their own could have: all but tests, executables and macros.
  package var extractableTargets: Set<String> {
    let kinds: Set<PackageTarget.Kind> = [.target, .systemLibrary, .binaryTarget, .plugin]
    return Set(targets.filter { kinds.contains($0.kind) }.map(\.name))
  }
}

extension PackageTarget {
  /// The targets of its own package that it needs, with names that may be those of products.
  package var ownDependencies: [String] {
    let names = dependencies.compactMap { dependency -> String? in
      switch dependency.reference {
      case .target(let name), .byName(let name): name
      case .product: nil
      }
    }
    return names + plugins.filter { $0.package == nil }.map(\.name)
  }
}

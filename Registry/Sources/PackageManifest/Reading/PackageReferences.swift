import GitValues

/// Resolves names to package dependencies, by SwiftPM's rules.
struct PackageReferences {
  /// A path dependency on a component, or any other package.
  private enum Meaning: Hashable {
    case component(path: TreePath)
    case otherPackage(PackageDependency.Location)
  }

  private var meanings: [String: Set<Meaning>] = [:]
  private let components: [TreePath: PublishedComponent]
  private let repositories: [String: PublishedComponent]

  /// - Parameters:
  ///   - components: By path; has every path dependency's.
  ///   - repositories: By URL, as the dependencies write it.
  init(
    _ dependencies: [PackageDependency],
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent]
  ) {
    (self.components, self.repositories) = (components, repositories)
    for dependency in dependencies {
      guard let name = dependency.referenceName?.lowercased() else { continue }
      meanings[name, default: []].insert(Self.meaning(of: dependency))
    }
  }

  private static func meaning(of dependency: PackageDependency) -> Meaning {
    if case .path(_, .success(let path)) = dependency.location { return .component(path: path) }
    return .otherPackage(dependency.location)
  }

  private func component(_ meaning: Meaning) -> PublishedComponent? {
    switch meaning {
    case .component(let path): components[path]
    case .otherPackage(.url(let url)): repositories[url]
    case .otherPackage: nil
    }
  }

  /// The component that `package: "…"` names; `nil` for a package that is none.
  func component(named name: String) throws(PackageManifestError) -> PublishedComponent? {
    let meanings = meanings[name.lowercased()] ?? []
    guard meanings.count <= 1 else {
      throw PackageManifestError(
        .ambiguousReference,
        "'\(name)' names more than one package dependency",
        help: "remove one of them, or tell them apart with '.package(name:path:)'"
      )
    }
    return meanings.first.flatMap(component)
  }

  /// The component that a dependency by name means: one of that name, or else one with that product.
  func component(byName name: String) throws(PackageManifestError) -> PublishedComponent? {
    guard meanings[name.lowercased()] == nil else { return try component(named: name) }
    let owners = Set(meanings.values.joined().compactMap(component))
      .filter { $0.products?.contains(name) ?? false }
    guard owners.count <= 1 else {
      throw PackageManifestError(
        .ambiguousReference,
        "'\(name)' is a product of \(owners.map { "'\($0.name)'" }.sorted().joined(separator: " and "))",
        help: "write '.product(name: \"\(name)\", package: \"…\")'"
      )
    }
    return owners.first
  }
}

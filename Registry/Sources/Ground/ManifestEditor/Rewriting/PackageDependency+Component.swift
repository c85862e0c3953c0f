import Base
import Git

extension PackageDependency {
  /// The component that it leads to; `nil` for another package.
  fileprivate func component(
    in components: [TreePath: PublishedComponent],
    _ repositories: [String: PublishedComponent]
  ) throws(OperationError) -> PublishedComponent? {
    switch location {
    case .registry: return nil
    case .url(let url): return repositories[url]
    case .path(_, .failure(let error)): throw error.located(at: position)
    case .path(let written, .success(let path)):
      if let component = components[path] { return component }
      throw OperationError(
        .unknownComponent,
        "path '\(written)' points to '\(path)', which is not a component",
        at: position
      )
    }
  }
}

extension [PackageDependency] {
  /// The components that they lead to, by their places in the list, and why others cannot be published.
  func meanings(
    _ components: [TreePath: PublishedComponent],
    _ repositories: [String: PublishedComponent]
  ) -> (published: [Int: PublishedComponent], faults: [OperationError]) {
    var published: [Int: PublishedComponent] = [:]
    var faults: [OperationError] = []
    for (index, dependency) in enumerated() {
      do throws(OperationError) {
        published[index] = try dependency.component(in: components, repositories)
      } catch {
        faults.append(error)
      }
    }
    return (published, faults)
  }
}

extension RewritingSites.Reference {
  /// The component that it names, whatever it needs of it; `nil` for none.
  func component(
    in manifest: PackageManifestFile,
    _ references: PackageReferences
  ) throws(OperationError) -> PublishedComponent? {
    guard let value else { return nil }
    if case .package = form { return try references.component(named: value) }
    return manifest.sites.targetNames.contains(value)
      ? nil : try references.component(byName: value)
  }
}

extension PublishedComponent {
  /// Throws for what is not one of its products, as far as they are known.
  func require(product: String) throws(OperationError) {
    guard let products, !products.contains(product) else { return }
    let known = products.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw OperationError(
      .unknownProduct,
      "'\(product)' is not a product of '\(name)', expected"
        + " \(known.isEmpty ? "none" : known)",
      help: "correct the name, or add the product to '\(name)'"
    )
  }
}

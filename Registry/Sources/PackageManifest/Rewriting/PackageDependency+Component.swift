import Errors
import GitValues

extension PackageDependency {
  /// The component that a dependency by path leads to.
  func component(
    in components: [TreePath: PublishedComponent]
  ) throws(OperationError) -> PublishedComponent {
    guard case .path(let written, let resolved) = location else {
      preconditionFailure("only dependencies by path are looked up by their folders")
    }
    let path: TreePath
    do {
      path = try resolved.get()
    } catch {
      throw error.located(at: position)
    }
    guard let component = components[path] else {
      throw OperationError(
        .unknownComponent,
        "path '\(written)' points to '\(path)', which is not a component",
        at: position
      )
    }
    return component
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

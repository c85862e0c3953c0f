import GitValues

/// One run of the rewriting.
struct PublishedForm {
  private let manifest: PackageManifestFile
  private let scope: String
  private let references: PackageReferences
  private var unsorted: [SourceEdit] = []
  private var published: [Int: PublishedComponent] = [:]

  /// Why the manifest has no published form, in the order of the text; what follows from them is not
  /// among the edits.
  private(set) var faults: [PackageManifestError] = []

  init(
    _ manifest: PackageManifestFile,
    scope: String,
    components: [TreePath: PublishedComponent]
  ) {
    self.manifest = manifest
    self.scope = scope
    references = PackageReferences(manifest.dependencies, components: components)
    for site in manifest.sites.pathDependencies {
      let dependency = manifest.dependencies[site.index]
      do throws(PackageManifestError) {
        let component = try Self.component(of: dependency, in: components)
        published[site.index] = component
        replaceDependency(site, by: component)
      } catch {
        faults.append(error)
      }
    }
    for reference in manifest.sites.references {
      do throws(PackageManifestError) {
        try rewrite(reference)
      } catch {
        faults.append(error.located(at: reference.position))
      }
    }
  }

  var edits: [SourceEdit] {
    unsorted.sorted { $0.offset < $1.offset }
  }

  private static func component(
    of dependency: PackageDependency,
    in components: [TreePath: PublishedComponent]
  ) throws(PackageManifestError) -> PublishedComponent {
    guard case .path(let written, let resolved) = dependency.location else {
      preconditionFailure("sites of path dependencies are recorded with path dependencies only")
    }
    let path: TreePath
    do {
      path = try resolved.get()
    } catch {
      throw error.located(at: dependency.position)
    }
    guard let component = components[path] else {
      throw PackageManifestError(
        .unknownComponent,
        "path '\(written)' points to '\(path)', which is not a component",
        at: dependency.position
      )
    }
    return component
  }

  private mutating func replaceDependency(
    _ site: RewritingSites.PathDependency,
    by component: PublishedComponent
  ) {
    let identity = "id: \"\(identity(of: component))\""
    guard let name = site.nameArgument else {
      replace(site.pathArgument, by: "\(identity), \(component.requirement)")
      return
    }
    // Two arguments stay two, so that what stands between them stays as well.
    replace(name, by: identity)
    replace(site.pathArgument, by: component.requirement)
  }

  private mutating func rewrite(
    _ reference: RewritingSites.Reference
  ) throws(PackageManifestError) {
    guard let value = reference.value else {
      throw PackageManifestError(
        .tooDynamic,
        "name in a target dependency is computed",
        help: "write it as a string literal"
      )
    }
    switch reference.form {
    case .package(let product):
      guard let component = try references.component(named: value) else { return }
      try require(product: product, of: component)
      replace(reference.span, by: "\"\(identity(of: component))\"")
    case .byName(let callee):
      guard let component = try component(byName: value) else { return }
      replace(callee, by: "product")
      insert(", package: \"\(identity(of: component))\"", at: reference.span.end)
    case .literal(let isCertain):
      guard let component = try component(byName: value) else { return }
      guard isCertain else { throw unclear(value, component) }
      insert(".product(name: ", at: reference.span.offset)
      insert(", package: \"\(identity(of: component))\")", at: reference.span.end)
    }
  }

  /// Nil if the name is that of a target of the package itself, or of no component.
  private func component(
    byName name: String
  ) throws(PackageManifestError) -> PublishedComponent? {
    guard !manifest.sites.targetNames.contains(name),
      let component = try references.component(byName: name)
    else { return nil }
    guard manifest.sites.computedTargetName == nil else { throw unclear(name, component) }
    try require(product: name, of: component)
    return component
  }

  private func require(
    product: String?,
    of component: PublishedComponent
  ) throws(PackageManifestError) {
    guard let product, let products = component.products, !products.contains(product) else {
      return
    }
    let known = products.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw PackageManifestError(
      .unknownProduct,
      "'\(product)' is not a product of '\(component.name)', expected"
        + " \(known.isEmpty ? "none" : known)",
      help: "correct the name, or add the product to '\(component.name)'"
    )
  }

  private func unclear(_ name: String, _ component: PublishedComponent) -> PackageManifestError {
    let target = manifest.sites.computedTargetName.map {
      ", since the name of the target at \($0) is computed"
    }
    return PackageManifestError(
      .tooDynamic,
      "cannot tell whether '\(name)' means the component '\(component.name)'\(target ?? "")",
      help: "write '.product(name: \"\(name)\", package: \"…\")' in its place"
    )
  }

  private func identity(of component: PublishedComponent) -> String {
    "\(scope).\(component.name)"
  }

  private mutating func replace(_ span: RewritingSites.Span, by text: String) {
    unsorted.append(SourceEdit(offset: span.offset, length: span.length, replacement: text))
  }

  private mutating func insert(_ text: String, at offset: Int) {
    unsorted.append(SourceEdit(offset: offset, length: 0, replacement: text))
  }
}

extension PublishedForm {
  /// Reads the result back: the bytes are for ever, so they are looked at once more before that.
  func verify() throws(PackageManifestError) {
    let result: PackageManifestFile
    do throws(PackageManifestError) {
      let bytes = try edits.published(from: manifest.bytes)
      result = try PackageManifestFile(bytes: bytes, packagePath: .root)
    } catch {
      throw PackageManifestError(.invalidEdits, "published form cannot be read: \(error.message)")
    }
    let expected = manifest.dependencies.enumerated().map { index, dependency in
      published[index].map { .registry(identity(of: $0)) } ?? dependency.location
    }
    guard result.dependencies.map(\.location) == expected, result.products == manifest.products,
      result.targets.map(\.name) == manifest.targets.map(\.name)
    else {
      throw PackageManifestError(
        .invalidEdits,
        "published form does not read back as what it was made of"
      )
    }
  }
}

extension [SourceEdit] {
  /// `bytes` with all edits done, which this module made.
  func published(from bytes: [UInt8]) throws(PackageManifestError) -> [UInt8] {
    do throws(GitValueError) {
      return try applied(to: bytes)
    } catch {
      throw PackageManifestError(.invalidEdits, error.message)
    }
  }
}

import Base
import Git

/// What a manifest says when it is run.
typealias ManifestEvaluation = ([UInt8]) throws(OperationError) -> EvaluatedManifest

/// What a manifest becomes when it is published.
protocol ManifestForm {
  /// Why the manifest has no published form, in the order of the text.
  var faults: [OperationError] { get }
  /// Why it cannot do without the components that are left out; they are among the faults.
  var omissionFaults: [OperationError] { get }
  var edits: [SourceEdit] { get }
  /// Where the manifest says that it depends on something that the form names by identity.
  var replaced: SourcePosition? { get }

  /// Reads the result back: the bytes are for ever, so they are looked at once more before that.
  ///
  /// - Parameter evaluating: Runs a manifest; not called if the original was not run.
  func verify(evaluating: ManifestEvaluation) throws(OperationError)
}

/// The published form of a manifest whose text says everything: its text is edited.
struct PublishedForm: ManifestForm {
  private let manifest: PackageManifestFile
  private let scope: String
  private let references: PackageReferences
  private var unsorted: [SourceEdit] = []
  /// By the place of the dependency in the manifest.
  private let published: [Int: PublishedComponent]
  /// What is left out.
  private let omitted: OmittedParts

  /// What follows from them is not among the edits.
  private(set) var faults: [OperationError] = []

  init(
    _ manifest: PackageManifestFile,
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent]
  ) {
    self.manifest = manifest
    self.scope = scope
    let references = PackageReferences(
      manifest.dependencies,
      components: components,
      repositories: repositories
    )
    self.references = references
    (published, faults) = manifest.dependencies.meanings(components, repositories)
    omitted = OmittedParts(of: manifest, published) { reference in
      try? reference.component(in: manifest, references)
    }
    faults += omitted.faults
    unsorted = omitted.spans.map { $0.replaced(by: "") }
    for site in manifest.sites.pathDependencies {
      guard let component = published[site.index], !component.isOmitted else { continue }
      replaceDependency(site, by: component)
    }
    for site in manifest.sites.urlDependencies {
      guard let component = published[site.index], !component.isOmitted else { continue }
      // With the requirement that is written there, unless the release requires more.
      let start = site.nameArgument?.offset ?? site.location.offset
      let span = RewritingSites.Span(offset: start, length: site.location.end - start)
      unsorted.append(span.replaced(by: "id: \"\(component.identity(in: scope))\""))
      if component.replacesRequirement, let requirement = site.requirement {
        unsorted.append(requirement.replaced(by: component.requirement))
      }
    }
    for reference in manifest.sites.references where !omitted.contain(reference.span) {
      do throws(OperationError) {
        try rewrite(reference)
      } catch {
        faults.append(error.located(at: reference.position))
      }
    }
  }

  var omissionFaults: [OperationError] { omitted.faults }

  var replaced: SourcePosition? {
    let paths = manifest.sites.pathDependencies.map(\.index)
    let urls = manifest.sites.urlDependencies.map(\.index).filter { published[$0] != nil }
    return (paths + urls).first { !omitted.dependencies.contains($0) }.map {
      manifest.textDependencies[$0].position
    }
  }

  var edits: [SourceEdit] {
    unsorted.sorted { $0.offset < $1.offset }
  }

  private mutating func replaceDependency(
    _ site: RewritingSites.Dependency,
    by component: PublishedComponent
  ) {
    let identity = "id: \"\(component.identity(in: scope))\""
    guard let name = site.nameArgument else {
      unsorted.append(site.location.replaced(by: "\(identity), \(component.requirement)"))
      return
    }
    // Two arguments stay two, so that what is between them stays as well.
    unsorted.append(name.replaced(by: identity))
    unsorted.append(site.location.replaced(by: component.requirement))
  }

  private mutating func rewrite(
    _ reference: RewritingSites.Reference
  ) throws(OperationError) {
    guard let value = reference.value else {
      throw OperationError(
        .tooDynamic,
        "name in a target dependency is computed",
        help: "write it as a string literal"
      )
    }
    let component = try reference.component(in: manifest, references)
    // What remains of it is used by nothing that is published.
    guard let component, !component.isOmitted else { return }
    switch reference.form {
    case .package(let product):
      if let product { try component.require(product: product) }
    case .byName:
      try check(value, naming: component)
    case .literal(let isCertain):
      try check(value, naming: component)
      guard isCertain else { throw unclear(value, component) }
    }
    unsorted += reference.edits(naming: component.identity(in: scope))
  }

  /// Throws for a name that may be that of a target, or is not that of a product.
  private func check(
    _ name: String,
    naming component: PublishedComponent
  ) throws(OperationError) {
    guard manifest.sites.computedTargetName == nil else { throw unclear(name, component) }
    try component.require(product: name)
  }

  private func unclear(_ name: String, _ component: PublishedComponent) -> OperationError {
    let target = manifest.sites.computedTargetName.map {
      ", since the name of the target at \($0) is computed"
    }
    return OperationError(
      .tooDynamic,
      "cannot tell whether '\(name)' means the component '\(component.name)'\(target ?? "")",
      help: "write '.product(name: \"\(name)\", package: \"…\")' in its place"
    )
  }
}

extension PublishedForm {
  func verify(evaluating: ManifestEvaluation) throws(OperationError) {
    let result: PackageManifestFile
    do throws(OperationError) {
      let bytes = try edits.published(from: manifest.bytes)
      result = try PackageManifestFile(bytes: bytes, packagePath: .root)
    } catch {
      throw OperationError(.invalidEdits, "published form cannot be read: \(error.message)")
    }
    let expected = manifest.dependencies.enumerated()
      .filter { !omitted.dependencies.contains($0.offset) }
      .map { index, dependency in
        published[index].map { .registry($0.identity(in: scope)) } ?? dependency.location
      }
    let targets = manifest.targets.enumerated()
      .filter { !omitted.targets.contains($0.offset) }.map(\.element.name)
    guard result.dependencies.map(\.location) == expected, result.products == manifest.products,
      result.targets.map(\.name) == targets
    else {
      throw OperationError(
        .invalidEdits,
        "published form does not read back as what it was made of"
      )
    }
  }
}

extension [SourceEdit] {
  /// `bytes` with all edits done, which this module made.
  func published(from bytes: [UInt8]) throws(OperationError) -> [UInt8] {
    do throws(OperationError) {
      return try applied(to: bytes)
    } catch {
      throw OperationError(.invalidEdits, error.message)
    }
  }
}

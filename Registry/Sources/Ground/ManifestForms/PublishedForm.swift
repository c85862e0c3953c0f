package import Base
package import Git
package import ManifestEditor

/// A function that runs a manifest and returns its content.
typealias ManifestEvaluation = ([UInt8]) throws(OperationError) -> EvaluatedManifest

/// A way to write the manifest of a release.
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
  private let manifest: LocatedManifest
  private let scope: String
  private let references: PackageReferences
  private var unsorted: [SourceEdit] = []
  /// The components that the manifest depends on, by the index of the dependency in the manifest.
  private let published: [Int: PublishedComponent]
  /// The dependencies and targets that are left out.
  private let omitted: OmittedParts

  /// The faults of the manifest, for which the edits have no change.
  private(set) var faults: [OperationError] = []

  init(
    _ manifest: LocatedManifest,
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
      let span = SourceSpan(offset: start, length: site.location.end - start)
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
    _ site: ManifestSites.Dependency,
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
    _ reference: ManifestSites.Reference
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
    let result: LocatedManifest
    do throws(OperationError) {
      let bytes = try edits.applied(to: manifest.bytes)
      result = try LocatedManifest(bytes: bytes, packagePath: .root)
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

extension LocatedManifest {
  /// `.package(id:)` came with it.
  private static let oldestToolsVersion = ToolsVersion(5, 7)

  /// The edits that turn path dependencies into registry ones, and what refers to them with them.
  ///
  /// Dependencies on components that are left out are removed, with the targets that only tests need.
  /// The edits touch nothing else, and are empty for a manifest without path dependencies.
  ///
  /// - Parameters:
  ///   - scope: The registry scope of all components.
  ///   - components: By repository path; those that this manifest does not need do no harm.
  ///   - repositories: By the URLs of their own repositories, as this manifest writes them.
  /// - Throws: For a path that is no component's, a reference whose meaning cannot be told or that
  ///   means nothing, and a tools version before 5.7.
  package func publishedForm(
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent] = [:]
  ) throws(OperationError) -> [SourceEdit] {
    guard
      let form = form(scope: scope, components: components, repositories: repositories)
    else { return [] }
    if let fault = faults(of: form).first { throw fault }
    return form.edits
  }

  /// Reads back what the edits make, which is to be done before they are recorded: it takes longer
  /// than all the rest.
  ///
  /// - Parameter evaluating: Runs a manifest; not called if this one was not run.
  /// - Throws: `invalidEdits` if it is not what the manifest says, with registry dependencies.
  package func verifyPublishedForm(
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent] = [:],
    evaluating: ([UInt8]) throws(OperationError) -> EvaluatedManifest = Self.notRun
  ) throws(OperationError) {
    guard
      let form = form(scope: scope, components: components, repositories: repositories)
    else { return }
    do throws(OperationError) {
      try form.verify(evaluating: evaluating)
    } catch {
      throw error.located(in: manifest.fileName)
    }
  }

  /// The evaluation of callers that run no manifests, which always throws.
  package static func notRun(
    _ bytes: [UInt8]
  ) throws(OperationError) -> EvaluatedManifest {
    throw OperationError(.notEvaluated, "manifests are not run here")
  }

  /// Everything for which ``publishedForm(scope:components:)`` throws, in the order of the text.
  package func publishedFormFaults(
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent] = [:]
  ) -> [OperationError] {
    form(scope: scope, components: components, repositories: repositories).map(faults) ?? []
  }

  /// Whether no product needs a component, and the text can be without it.
  ///
  /// - Parameters:
  ///   - components: All that the manifest depends on by path.
  ///   - repositories: All that it depends on by URL.
  package func canOmit(
    _ name: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent] = [:]
  ) -> Bool {
    // What else is left out is another question.
    func omitting(_ component: PublishedComponent) -> PublishedComponent {
      if component.name == name { return component.omitted(because: .cycle) }
      return PublishedComponent(
        name: component.name,
        requirement: component.requirement,
        products: component.products
      )
    }
    let form = form(
      scope: "",
      components: components.mapValues(omitting),
      repositories: repositories.mapValues(omitting)
    )
    return form?.omissionFaults.isEmpty ?? true
  }

  /// `nil` for a manifest that nothing has to be replaced in.
  private func form(
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent]
  ) -> (any ManifestForm)? {
    if let evaluation {
      return AppendedForm(
        self,
        evaluation,
        scope: scope,
        components: components,
        repositories: repositories
      )
    }
    guard !manifest.sites.pathDependencies.isEmpty || !repositories.isEmpty else { return nil }
    return PublishedForm(self, scope: scope, components: components, repositories: repositories)
  }

  private func faults(of form: any ManifestForm) -> [OperationError] {
    var faults = form.faults
    if let replaced = form.replaced, manifest.toolsVersion < Self.oldestToolsVersion {
      let fault = OperationError(
        .toolsVersionTooOld,
        "tools version '\(manifest.toolsVersion)' has no registry dependencies, "
          + "expected \(Self.oldestToolsVersion) or later",
        at: replaced,
        help: "raise the '// swift-tools-version' of the manifest"
      )
      faults.insert(fault, at: 0)
    }
    return faults.map { $0.located(in: manifest.fileName) }
  }
}

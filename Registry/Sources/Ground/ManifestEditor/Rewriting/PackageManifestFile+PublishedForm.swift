package import Base
package import Git

extension PackageManifestFile {
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
      throw error.located(in: fileName)
    }
  }

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
    guard !sites.pathDependencies.isEmpty || !repositories.isEmpty else { return nil }
    return PublishedForm(self, scope: scope, components: components, repositories: repositories)
  }

  private func faults(of form: any ManifestForm) -> [OperationError] {
    var faults = form.faults
    if let replaced = form.replaced, toolsVersion < Self.oldestToolsVersion {
      let fault = OperationError(
        .toolsVersionTooOld,
        "tools version '\(toolsVersion)' has no registry dependencies, "
          + "expected \(Self.oldestToolsVersion) or later",
        at: replaced,
        help: "raise the '// swift-tools-version' of the manifest"
      )
      faults.insert(fault, at: 0)
    }
    return faults.map { $0.located(in: fileName) }
  }
}

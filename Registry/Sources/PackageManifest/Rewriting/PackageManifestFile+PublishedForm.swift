package import GitValues

extension PackageManifestFile {
  /// `.package(id:)` came with it.
  private static let oldestToolsVersion = ToolsVersion(5, 7)

  /// The edits that turn path dependencies into registry ones, and what refers to them with them.
  ///
  /// Dependencies on private components are left out, with the targets that only tests need. The edits
  /// touch nothing else, and are empty for a manifest without path dependencies.
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
  ) throws(PackageManifestError) -> [SourceEdit] {
    guard !sites.pathDependencies.isEmpty || !repositories.isEmpty else { return [] }
    let form = PublishedForm(
      self,
      scope: scope,
      components: components,
      repositories: repositories
    )
    if let fault = faults(of: form).first { throw fault }
    return form.edits
  }

  /// Reads back what the edits make, which is to be done before they are recorded: it takes longer
  /// than all the rest.
  ///
  /// - Throws: `invalidEdits` if it is not what the manifest says, with registry dependencies.
  package func verifyPublishedForm(
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent] = [:]
  ) throws(PackageManifestError) {
    guard !sites.pathDependencies.isEmpty || !repositories.isEmpty else { return }
    do throws(PackageManifestError) {
      try PublishedForm(self, scope: scope, components: components, repositories: repositories)
        .verify()
    } catch {
      throw error.located(in: fileName)
    }
  }

  /// Everything for which ``publishedForm(scope:components:)`` throws, in the order of the text.
  package func publishedFormFaults(
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent] = [:]
  ) -> [PackageManifestError] {
    guard !sites.pathDependencies.isEmpty || !repositories.isEmpty else { return [] }
    return faults(
      of: PublishedForm(self, scope: scope, components: components, repositories: repositories)
    )
  }

  private func faults(of form: PublishedForm) -> [PackageManifestError] {
    var faults = form.faults
    let remaining =
      sites.pathDependencies.first { !form.leavesOut($0) }?.index
      ?? sites.urlDependencies.first { form.replaces($0) }?.index
    if let remaining, toolsVersion < Self.oldestToolsVersion {
      let fault = PackageManifestError(
        .toolsVersionTooOld,
        "tools version '\(toolsVersion)' has no registry dependencies, "
          + "expected \(Self.oldestToolsVersion) or later",
        at: dependencies[remaining].position,
        help: "raise the '// swift-tools-version' of the manifest"
      )
      faults.insert(fault, at: 0)
    }
    return faults.map { $0.located(in: fileName) }
  }
}

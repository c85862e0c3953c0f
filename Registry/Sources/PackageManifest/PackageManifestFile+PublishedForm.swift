package import GitValues

extension PackageManifestFile {
  /// `.package(id:)` came with it.
  private static let oldestToolsVersion = ToolsVersion(5, 7)

  /// The edits that turn path dependencies into registry ones, and what refers to them with them.
  ///
  /// They touch nothing else, and are empty for a manifest without path dependencies.
  ///
  /// - Parameters:
  ///   - scope: The registry scope of all components.
  ///   - components: By repository path; those that this manifest does not need do no harm.
  /// - Throws: For a path that is no component's, a reference whose meaning cannot be told or that
  ///   means nothing, and a tools version before 5.7.
  package func publishedForm(
    scope: String,
    components: [TreePath: PublishedComponent]
  ) throws(PackageManifestError) -> [SourceEdit] {
    guard !sites.pathDependencies.isEmpty else { return [] }
    do throws(PackageManifestError) {
      guard toolsVersion >= Self.oldestToolsVersion else {
        throw PackageManifestError(
          .toolsVersionTooOld,
          "tools version '\(toolsVersion)' has no registry dependencies, "
            + "expected \(Self.oldestToolsVersion) or later",
          at: dependencies[sites.pathDependencies[0].index].position,
          help: "raise the '// swift-tools-version' of the manifest"
        )
      }
      let form = try PublishedForm(self, scope: scope, components: components)
      try form.verify()
      return form.edits
    } catch {
      throw error.located(in: fileName)
    }
  }
}

package import Git

extension PackageManifestFile {
  /// The edits after which the manifest depends by path on packages that it names by URL.
  ///
  /// - Parameters:
  ///   - folder: The package's own.
  ///   - places: The folders of packages by their URLs, as the manifest writes them.
  package func localForm(
    of folder: TreePath,
    _ places: [String: TreePath]
  ) -> [SourceEdit] {
    if isEvaluated { return appendedLocalForm(of: folder, places) }
    var edits: [SourceEdit] = []
    var folderNames: [String: String] = [:]
    for site in sites.urlDependencies {
      let dependency = textDependencies[site.index]
      guard case .url(let url) = dependency.location, let place = places[url] else { continue }
      let start = site.location.offset
      let end = site.requirement?.end ?? site.location.end
      let span = RewritingSites.Span(offset: start, length: end - start)
      edits.append(span.replaced(by: "path: \"\(folder.way(to: place))\""))
      if dependency.name == nil, let name = dependency.referenceName?.lowercased() {
        folderNames[name] = String(place.name)
      }
    }
    for reference in sites.references {
      guard case .package = reference.form, let value = reference.value?.lowercased(),
        let name = folderNames[value]
      else { continue }
      edits += reference.edits(naming: name)
    }
    return edits.sorted { $0.offset < $1.offset }
  }

  /// The same where the dependencies are computed.
  private func appendedLocalForm(
    of folder: TreePath,
    _ places: [String: TreePath]
  ) -> [SourceEdit] {
    var replacements: [AppendedCode.Replacement] = []
    for dependency in dependencies {
      guard case .url(let url) = dependency.location, let place = places[url],
        let name = dependency.referenceName?.lowercased(),
        !replacements.contains(where: { $0.names.contains(name) })
      else { continue }
      replacements.append(
        AppendedCode.Replacement(
          names: [name],
          arguments: "path: \"\(folder.way(to: place))\"",
          package: String(place.name)
        )
      )
    }
    // What older versions of the package manager cannot replace is fetched from the URL.
    guard !replacements.isEmpty, let packageVariable,
      toolsVersion >= AppendedCode.oldestToolsVersion
    else { return [] }
    let code = AppendedCode(
      comment: "registry: in this checkout, the packages are beside this one.",
      variable: packageVariable,
      toolsVersion: toolsVersion,
      replacesPaths: false,
      replacements: replacements
    )
    return [code.edit(of: bytes)]
  }
}

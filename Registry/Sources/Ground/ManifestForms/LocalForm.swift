package import Base
package import Git
package import ManifestEditor

extension LocatedManifest {
  /// The edits after which the manifest names the package at the root of the repository as its targets
  /// do, which is otherwise called by the folder of the clone.
  package var namingRoot: [SourceEdit] {
    let sites = manifest.sites.pathDependencies.filter { site in
      let dependency = textDependencies[site.index]
      return dependency.folder?.isRoot == true && dependency.written.name == nil
    }
    guard !isEvaluated, !sites.isEmpty else { return [] }
    let others = Set(textDependencies.compactMap { $0.referenceName?.lowercased() })
    let names = manifest.sites.references.compactMap { reference -> String? in
      guard case .package = reference.form, let value = reference.value else { return nil }
      return others.contains(value.lowercased()) ? nil : value
    }
    guard let name = names.first, Set(names.map { $0.lowercased() }).count == 1 else { return [] }
    return sites.map { site in
      SourceEdit(inserting: "name: \"\(name)\", ", at: site.location.offset)
    }
  }

  /// The edits after which the manifest depends by path on packages that it names by URL.
  ///
  /// - Parameter places: The folders of packages by their URLs, as the manifest writes them.
  package func localForm(_ places: [String: TreePath]) -> [SourceEdit] {
    if isEvaluated { return appendedLocalForm(places) }
    var edits: [SourceEdit] = []
    var folderNames: [String: String] = [:]
    for site in manifest.sites.urlDependencies {
      let dependency = textDependencies[site.index]
      guard case .url(let url) = dependency.location, let place = places[url] else { continue }
      let start = site.location.offset
      let end = site.requirement?.end ?? site.location.end
      let span = SourceSpan(offset: start, length: end - start)
      edits.append(span.replaced(by: "path: \"\(packagePath.way(to: place))\""))
      if dependency.name == nil, let name = dependency.referenceName?.lowercased() {
        folderNames[name] = String(place.name)
      }
    }
    for reference in manifest.sites.references {
      guard case .package = reference.form, let value = reference.value?.lowercased(),
        let name = folderNames[value]
      else { continue }
      edits += reference.edits(naming: name)
    }
    return edits.sorted { $0.offset < $1.offset }
  }

  /// The same where the dependencies are computed.
  private func appendedLocalForm(_ places: [String: TreePath]) -> [SourceEdit] {
    var replacements: [AppendedCode.Replacement] = []
    for dependency in dependencies {
      guard case .url(let url) = dependency.location, let place = places[url],
        let name = dependency.referenceName?.lowercased(),
        !replacements.contains(where: { $0.names.contains(name) })
      else { continue }
      replacements.append(
        AppendedCode.Replacement(
          names: [name],
          arguments: "path: \"\(packagePath.way(to: place))\"",
          package: String(place.name)
        )
      )
    }
    // What older versions of the package manager cannot replace is fetched from the URL.
    guard !replacements.isEmpty, let variable = manifest.packageVariable,
      manifest.toolsVersion >= AppendedCode.oldestToolsVersion
    else { return [] }
    let code = AppendedCode(
      comment: "registry: in this checkout, the packages are beside this one.",
      variable: variable,
      toolsVersion: manifest.toolsVersion,
      replacesPaths: false,
      replacements: replacements
    )
    return [code.edit(of: manifest.bytes)]
  }
}

extension LocatedManifest {
  /// The edits after which the manifest names the same packages, where folders have moved.
  ///
  /// - Parameter moved: Where a folder of the repository is after the move.
  /// - Throws: `tooDynamic` for a reference to a renamed folder that is computed.
  package func edits(
    moving moved: (TreePath) -> TreePath
  ) throws(OperationError) -> [SourceEdit] {
    let folders = Dictionary(
      textDependencies.compactMap { dependency in
        dependency.folder.map { (dependency.written, $0) }
      }
    ) { first, _ in first }
    return try unifyingErrors {
      try manifest.edits { dependency in
        guard let old = folders[dependency] else { return nil }
        let new = moved(old)
        let (way, newWay) = (packagePath.way(to: old), moved(packagePath).way(to: new))
        // The root has the name of the folder of the clone.
        let isNamed = !old.isRoot && !new.isRoot
        return MovedPackage(
          path: way == newWay ? nil : newWay.isEmpty ? "." : newWay,
          oldName: String(old.name),
          name: String(isNamed ? new.name : old.name)
        )
      }
    }
  }

  /// The edits after which the manifest does without targets that are those of another package of the
  /// repository.
  ///
  /// - Throws: `tooDynamic`, with the place, for a target or product that is not written out.
  package func edits(
    handingOver change: HandedOverTargets
  ) throws(OperationError) -> [SourceEdit] {
    try unifyingErrors { try manifest.edits(handingOver: change) }
  }

  /// The edits after which another package of the repository takes products from where they are now.
  ///
  /// - Parameters:
  ///   - products: Those that are now in another package.
  ///   - old: The folder of the package that the products were in.
  ///   - package: The folder of that package.
  /// - Returns: None if it uses none of them.
  package func edits(
    taking products: Set<String>,
    of old: TreePath,
    from package: TreePath
  ) throws(OperationError) -> [SourceEdit] {
    guard pathDependencies.contains(old) else { return [] }
    // The root is called by the name of the folder of the clone, so by none of the others.
    let others = Set(
      dependencies.filter { $0.folder != old }.compactMap { $0.referenceName?.lowercased() }
    )
    return try unifyingErrors {
      try manifest.edits(
        taking: products,
        besides: others,
        from: String(package.name),
        at: packagePath.way(to: package)
      )
    }
  }

  /// The paths to folders of the repository, as the text writes them.
  package func paths(to folders: Set<TreePath>) -> Set<String> {
    Set(
      textDependencies.compactMap { dependency in
        guard let folder = dependency.folder, folders.contains(folder),
          case .path(let path) = dependency.written.location
        else { return nil }
        return path
      }
    )
  }
}

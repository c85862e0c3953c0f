package import Base
package import Git

extension PackageManifestFile {
  /// The edits after which the manifest names the same packages, where folders have moved.
  ///
  /// - Parameters:
  ///   - folder: The package's own folder before the move.
  ///   - moved: Where a folder of the repository is after the move.
  /// - Throws: `tooDynamic` for a reference to a renamed folder that is computed.
  package func edits(
    of folder: TreePath,
    moving moved: (TreePath) -> TreePath
  ) throws(OperationError) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    var identities: [String: String] = [:]
    for site in sites.pathDependencies {
      let dependency = textDependencies[site.index]
      guard case .path(_, .success(let path)) = dependency.location else { continue }
      let new = moved(path)
      let (way, newWay) = (folder.way(to: path), moved(folder).way(to: new))
      if way != newWay {
        edits.append(site.location.replaced(by: "path: \"\(newWay.isEmpty ? "." : newWay)\""))
      }
      // A package without a name of its own is called by the last part of its path.
      if dependency.name == nil, !path.isRoot, !new.isRoot,
        path.name.lowercased() != new.name.lowercased()
      {
        identities[path.name.lowercased()] = String(new.name)
      }
    }
    for reference in sites.references {
      edits += try self.edits(of: reference, identities)
    }
    return edits.sorted { $0.offset < $1.offset }
  }

  /// - Parameter identities: The new name of each renamed package by its old one.
  private func edits(
    of reference: RewritingSites.Reference,
    _ identities: [String: String]
  ) throws(OperationError) -> [SourceEdit] {
    guard let value = reference.value else {
      if identities.isEmpty { return [] }
      throw OperationError(
        .tooDynamic,
        "name in a target dependency is computed",
        at: reference.position,
        help: "write it as a string literal"
      )
    }
    guard let new = identities[value.lowercased()] else { return [] }
    switch reference.form {
    case .package: break
    case _ where sites.targetNames.contains(value): return []
    case .byName, .literal(isCertain: true): break
    case .literal:
      throw OperationError(
        .tooDynamic,
        "cannot tell whether '\(value)' means the package that is moved",
        at: reference.position,
        help: "write '.product(name: \"\(value)\", package: \"…\")' in its place"
      )
    }
    return reference.edits(naming: new)
  }
}

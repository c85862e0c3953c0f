/// A package at another place than before, seen from a package that depends on it by path.
public struct MovedPackage: Hashable, Sendable {
  /// The path to it, as the manifest is to write it; `nil` if that stays.
  public let path: String?
  /// The name by which targets refer to it before the move.
  public let oldName: String
  /// The name by which targets are to refer to it.
  public let name: String

  /// The path and the new name are written into string literals as they are.
  public init(path: String?, oldName: String, name: String) {
    (self.path, self.oldName, self.name) = (path, oldName, name)
  }
}

extension PackageManifest {
  /// The edits after which the manifest names the same packages, where folders have moved.
  ///
  /// A package that has a name in its `.package(name:path:)` keeps it.
  ///
  /// - Parameter place: The new place of a package that the text depends on by path; `nil` for one that
  ///   stays.
  /// - Throws: `computed` for a reference to a renamed package that is computed.
  public func edits(
    moving place: (PackageDependency) -> MovedPackage?
  ) throws(ManifestError) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    var names: [String: String] = [:]
    for site in sites.pathDependencies {
      let dependency = textDependencies[site.index]
      guard let place = place(dependency) else { continue }
      if let path = place.path {
        edits.append(site.location.replaced(by: "path: \"\(path)\""))
      }
      if dependency.name == nil, place.oldName.lowercased() != place.name.lowercased() {
        names[place.oldName.lowercased()] = place.name
      }
    }
    for reference in sites.references {
      edits += try self.edits(of: reference, names)
    }
    return edits.sorted { $0.offset < $1.offset }
  }

  /// - Parameter names: The new name of each renamed package by its old one.
  private func edits(
    of reference: ManifestSites.Reference,
    _ names: [String: String]
  ) throws(ManifestError) -> [SourceEdit] {
    guard let value = reference.value else {
      if names.isEmpty { return [] }
      throw ManifestError(
        .computed,
        "name in a target dependency is computed",
        at: reference.position,
        help: "write it as a string literal"
      )
    }
    guard let new = names[value.lowercased()] else { return [] }
    switch reference.form {
    case .package: break
    case _ where sites.targetNames.contains(value): return []
    case .byName, .literal(isCertain: true): break
    case .literal:
      throw ManifestError(
        .computed,
        "cannot tell whether '\(value)' means the package that is moved",
        at: reference.position,
        help: "write '.product(name: \"\(value)\", package: \"…\")' in its place"
      )
    }
    return reference.edits(naming: new)
  }
}

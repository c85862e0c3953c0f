package import Base
package import Git

/// A package that a manifest depends on.
package struct PackageDependency: Hashable, Sendable {
  /// Where the package comes from.
  package enum Location: Hashable, Sendable {
    /// A folder, as the manifest writes it and as a path in the repository (or why it is none).
    case path(String, resolved: Result<TreePath, OperationError>)

    /// A repository of its own.
    case url(String)

    /// A registry's identity, `scope.name`.
    case registry(String)
  }

  /// The `name:` argument, under which targets refer to the package in place of its identity.
  package let name: String?

  /// Where the package comes from.
  package let location: Location

  /// What is required of a package that is not local; `nil` where that is computed, or no versions.
  package let requirement: PackageRequirement?

  /// Where the manifest says so.
  package let position: SourcePosition

  /// What targets call the package, compared without regard to case.
  ///
  /// `nil` for the repository's root: its name is that of the folder of the clone.
  package var referenceName: String? {
    if let name { return name }
    switch location {
    case .registry(let id):
      return id
    case .url(let location):
      return Self.lastName(of: location)
    case .path(let written, let resolved):
      guard let path = try? resolved.get() else { return Self.lastName(of: written) }
      return path.isRoot ? nil : Self.lastName(of: path.string)
    }
  }

  private static func lastName(of location: String) -> String {
    let name = TreePath.names(in: location).last ?? ""
    return String(name.hasSuffix(".git") ? name.dropLast(4) : name)
  }
}

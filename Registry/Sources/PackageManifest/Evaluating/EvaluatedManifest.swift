import GitValues

/// What a manifest says when the toolchain runs it.
package struct EvaluatedManifest: Hashable, Sendable {
  /// A package that it depends on.
  struct Dependency: Hashable, Sendable {
    enum Location: Hashable, Sendable {
      /// A folder of the repository.
      case folder(TreePath)

      /// A folder outside of it, as an absolute path.
      case outside(String)

      case url(String)
      case registry(String)
    }

    /// The `name:` argument.
    let name: String?
    let location: Location

    /// `nil` for a folder, a branch and a revision.
    let requirement: PackageRequirement?

    /// Whether it is required by branch or revision.
    let isUnversioned: Bool
  }

  let name: String
  let dependencies: [Dependency]
  let products: [PackageProduct]
  let targets: [PackageTarget]
}

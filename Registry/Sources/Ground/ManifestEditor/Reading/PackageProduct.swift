/// A product of a package.
package struct PackageProduct: Hashable, Sendable {
  /// The kinds that the package manager knows.
  package enum Kind: String, Hashable, Sendable {
    case library
    case executable
    case plugin
  }

  /// What it is to those who use it.
  package let kind: Kind

  /// Unique in its package.
  package let name: String

  /// Those of its targets whose names are constants.
  package let targets: [String]

  /// Whether only running the manifest tells all targets.
  package var computesTargets = false
}

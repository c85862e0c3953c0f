/// A product of a package.
public struct PackageProduct: Hashable, Sendable {
  /// The kinds that the package manager knows.
  public enum Kind: String, Hashable, Sendable {
    case library
    case executable
    case plugin
  }

  /// What it is to those who use it.
  public let kind: Kind

  /// Unique in its package.
  public let name: String

  /// Those of its targets whose names are constants.
  public let targets: [String]
}

/// A module of a package, as its manifest declares it.
///
/// What statements behind the declaration change is not in it.
public struct PackageTarget: Hashable, Sendable {
  /// The kinds that the package manager knows, by the names of the functions that make them.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case target
    case executableTarget
    case testTarget
    case macro
    case plugin
    case systemLibrary
    case binaryTarget
  }

  /// What is built from it.
  public let kind: Kind

  /// Unique in its package.
  public let name: String

  /// Relative to the package's folder; `nil` for the usual place.
  public let path: String?

  /// What it leaves out, relative to its own folder, as far as the names are constants.
  public let excludes: [String]

  /// In the order of the text; of a conditional expression, both branches.
  public let dependencies: [TargetDependency]

  /// The build tool plugins that run on it.
  public let plugins: [PluginUsage]
}

/// A dependency of a target.
public struct TargetDependency: Hashable, Sendable {
  /// How the manifest names it.
  public enum Reference: Hashable, Sendable {
    /// A target of the same package.
    case target(String)

    /// A product of another package.
    case product(String, package: String?)

    /// A target of the same package or, if it has none of that name, a product.
    case byName(String)
  }

  /// How the manifest names it.
  public let reference: Reference

  /// The text of the condition, such as `.when(platforms: [.macOS])`.
  public let condition: String?
}

/// A plugin that a target uses.
public struct PluginUsage: Hashable, Sendable {
  /// The plugin's product or target.
  public let name: String

  /// `nil` for a plugin of the same package.
  public let package: String?
}

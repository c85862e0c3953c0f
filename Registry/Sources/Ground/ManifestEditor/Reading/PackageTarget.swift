/// A module of a package, as its manifest declares it.
///
/// What statements behind the declaration change is not in it.
package struct PackageTarget: Hashable, Sendable {
  /// The kinds that the package manager knows, by the names of the functions that make them.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case target
    case executableTarget
    case testTarget
    case macro
    case plugin
    case systemLibrary
    case binaryTarget
  }

  /// What is built from it.
  package let kind: Kind

  /// Unique in its package.
  package let name: String

  /// Relative to the package's folder; `nil` for the usual place.
  package let path: String?

  /// What it leaves out, relative to its own folder, as far as the names are constants.
  package let excludes: [String]

  /// Where the public headers are, relative to its own folder; `nil` for the usual place.
  package var publicHeadersPath: String?

  /// Whether a setting switches on C++ interoperability.
  package var usesCxxInteroperability = false

  /// What a plugin does, such as `command bake` and `buildTool`; `nil` if that is not known.
  package var capability: String?

  /// In the order of the text; of a conditional expression, both branches.
  package internal(set) var dependencies: [TargetDependency]

  /// The build tool plugins that run on it.
  package internal(set) var plugins: [PluginUsage]

  /// Whether only running the manifest tells all dependencies and plugins.
  package internal(set) var computesDependencies = false

  package init(
    kind: Kind,
    name: String,
    path: String?,
    excludes: [String],
    dependencies: [TargetDependency],
    plugins: [PluginUsage]
  ) {
    (self.kind, self.name, self.path, self.excludes) = (kind, name, path, excludes)
    (self.dependencies, self.plugins) = (dependencies, plugins)
  }
}

/// A dependency of a target.
package struct TargetDependency: Hashable, Sendable {
  /// How the manifest names it.
  package enum Reference: Hashable, Sendable {
    /// A target of the same package.
    case target(String)

    /// A product of another package.
    case product(String, package: String?)

    /// A target of the same package or, if it has none of that name, a product.
    case byName(String)
  }

  /// How the manifest names it.
  package let reference: Reference

  /// The text of the condition, such as `.when(platforms: [.macOS])`.
  package let condition: String?
}

/// A plugin that a target uses.
package struct PluginUsage: Hashable, Sendable {
  /// The plugin's product or target.
  package let name: String

  /// `nil` for a plugin of the same package.
  package let package: String?
}

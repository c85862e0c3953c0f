/// A module of a package, as its manifest declares it.
///
/// Changes that later statements of the manifest make are not included.
public struct PackageTarget: Hashable, Sendable {
  /// The kinds that the package manager knows, by the names of the functions that make them.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A module of Swift or another language.
    case target
    /// A program.
    case executableTarget
    /// Tests, which clients of the package do not build.
    case testTarget
    /// A macro, which the compiler runs.
    case macro
    /// A plugin, which the package manager runs.
    case plugin
    /// A library of the system, with a module map.
    case systemLibrary
    /// A library or program that is compiled already.
    case binaryTarget
  }

  /// The kind of module that is built from it.
  public let kind: Kind

  /// The name, unique in its package.
  public let name: String

  /// The path of the sources, relative to the package's folder; `nil` for the usual place.
  public let path: String?

  /// The excluded paths, relative to its own folder, as far as they are constants.
  public let excludes: [String]

  /// The folder of the public headers, relative to its own folder; `nil` for the usual place.
  public internal(set) var publicHeadersPath: String?

  /// Whether a setting switches on C++ interoperability.
  public internal(set) var usesCxxInteroperability = false

  /// The capability of a plugin, such as `command bake` and `buildTool`; `nil` if it is not known.
  public internal(set) var capability: String?

  /// The dependencies in the order of the text; of a conditional expression, both branches.
  public var dependencies: [TargetDependency]

  /// The build tool plugins that run on it.
  public var plugins: [PluginUsage]

  /// Whether only running the manifest tells all dependencies and plugins.
  public internal(set) var computesDependencies = false

  init(
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
public struct TargetDependency: Hashable, Sendable {
  /// The name of a dependency in the manifest.
  public enum Reference: Hashable, Sendable {
    /// A target of the same package.
    case target(String)

    /// A product of another package.
    case product(String, package: String?)

    /// A target of the same package or, if it has none of that name, a product.
    case byName(String)
  }

  /// The name of the dependency in the manifest.
  public let reference: Reference

  /// The text of the condition, such as `.when(platforms: [.macOS])`.
  public let condition: String?

  /// A dependency that no text has, for comparison.
  public init(reference: Reference, condition: String?) {
    (self.reference, self.condition) = (reference, condition)
  }
}

/// A plugin that a target uses.
public struct PluginUsage: Hashable, Sendable {
  /// The plugin's product or target.
  public let name: String

  /// The package of the plugin; `nil` for a plugin of the same package.
  public let package: String?

  /// A usage that no text has, for comparison.
  public init(name: String, package: String?) {
    (self.name, self.package) = (name, package)
  }
}

/// A product of a package.
public struct PackageProduct: Hashable, Sendable {
  /// The kinds that the package manager knows.
  public enum Kind: String, Hashable, Sendable {
    /// Modules that others import.
    case library
    /// A program.
    case executable
    /// A plugin that others use.
    case plugin
  }

  /// The kind of product that its users get.
  public let kind: Kind

  /// The name, unique in its package.
  public let name: String

  /// The names of its targets, as far as they are constants.
  public let targets: [String]

  /// Whether only running the manifest tells all targets.
  public internal(set) var computesTargets = false
}

extension PackageTarget {
  /// The targets of its own package that it needs, with names that may be those of products.
  public var ownDependencies: [String] {
    let names = dependencies.compactMap { dependency -> String? in
      switch dependency.reference {
      case .target(let name), .byName(let name): name
      case .product: nil
      }
    }
    return names + plugins.filter { $0.package == nil }.map(\.name)
  }

  var references: [TargetDependency.Reference] {
    dependencies.map(\.reference)
      + plugins.map { plugin in
        plugin.package.map { .product(plugin.name, package: $0) } ?? .byName(plugin.name)
      }
  }
}

import Base
import Git

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

  /// The kind of module that is built from it.
  package let kind: Kind

  /// The name, unique in its package.
  package let name: String

  /// The path of the sources, relative to the package's folder; `nil` for the usual place.
  package let path: String?

  /// The excluded paths, relative to its own folder, as far as they are constants.
  package let excludes: [String]

  /// The folder of the public headers, relative to its own folder; `nil` for the usual place.
  package var publicHeadersPath: String?

  /// Whether a setting switches on C++ interoperability.
  package var usesCxxInteroperability = false

  /// The capability of a plugin, such as `command bake` and `buildTool`; `nil` if it is not known.
  package var capability: String?

  /// The dependencies in the order of the text; of a conditional expression, both branches.
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
  /// The name of a dependency in the manifest.
  package enum Reference: Hashable, Sendable {
    /// A target of the same package.
    case target(String)

    /// A product of another package.
    case product(String, package: String?)

    /// A target of the same package or, if it has none of that name, a product.
    case byName(String)
  }

  /// The name of the dependency in the manifest.
  package let reference: Reference

  /// The text of the condition, such as `.when(platforms: [.macOS])`.
  package let condition: String?
}

/// A plugin that a target uses.
package struct PluginUsage: Hashable, Sendable {
  /// The plugin's product or target.
  package let name: String

  /// The package of the plugin; `nil` for a plugin of the same package.
  package let package: String?
}

/// A product of a package.
package struct PackageProduct: Hashable, Sendable {
  /// The kinds that the package manager knows.
  package enum Kind: String, Hashable, Sendable {
    case library
    case executable
    case plugin
  }

  /// The kind of product that its users get.
  package let kind: Kind

  /// The name, unique in its package.
  package let name: String

  /// The names of its targets, as far as they are constants.
  package let targets: [String]

  /// Whether only running the manifest tells all targets.
  package var computesTargets = false
}

/// Resolves names to package dependencies, by SwiftPM's rules.
struct PackageReferences {
  /// A component, by path or by the URL of its own repository, or any other package.
  private enum Meaning: Hashable {
    case component(PublishedComponent)
    case otherPackage(PackageDependency.Location)

    var component: PublishedComponent? {
      if case .component(let component) = self { component } else { nil }
    }
  }

  private var meanings: [String: Set<Meaning>] = [:]
  /// The component at the root of the repository, which has the name of the clone's folder: names that
  /// no other package has are its.
  private var root: PublishedComponent?

  /// - Parameters:
  ///   - components: By path; has every path dependency's.
  ///   - repositories: By URL, as the dependencies write it.
  init(
    _ dependencies: [PackageDependency],
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent]
  ) {
    for dependency in dependencies {
      guard let name = dependency.referenceName?.lowercased() else {
        root = components[.root]
        continue
      }
      let component: PublishedComponent? =
        switch dependency.location {
        case .path(_, let resolved): (try? resolved.get()).flatMap { components[$0] }
        case .url(let url): repositories[url]
        case .registry: nil
        }
      let meaning = component.map(Meaning.component) ?? .otherPackage(dependency.location)
      let known = meanings[name, default: []]
      // A condition may choose between the folder of a component and its repository.
      let isKnown = known.contains { $0.component?.name == component?.name && component != nil }
      if !isKnown { meanings[name] = known.union([meaning]) }
    }
  }

  /// The component that `package: "…"` names; `nil` for a package that is none.
  func component(named name: String) throws(OperationError) -> PublishedComponent? {
    guard let meanings = meanings[name.lowercased()] else { return root }
    guard meanings.count <= 1 else {
      throw OperationError(
        .ambiguousReference,
        "'\(name)' names more than one package dependency",
        help: "remove one of them, or tell them apart with '.package(name:path:)'"
      )
    }
    return meanings.first?.component
  }

  /// The component that a dependency by name means: one of that name, or else one with that product.
  func component(byName name: String) throws(OperationError) -> PublishedComponent? {
    guard meanings[name.lowercased()] == nil else { return try component(named: name) }
    let components = meanings.values.joined().compactMap(\.component) + [root].compactMap(\.self)
    let owning = components.filter { $0.products?.contains(name) ?? false }
    let owners = Dictionary(owning.map { ($0.name, $0) }) { first, _ in first }
    guard owners.count <= 1 else {
      throw OperationError(
        .ambiguousReference,
        "'\(name)' is a product of \(owners.keys.map { "'\($0)'" }.sorted().joined(separator: " and "))",
        help: "write '.product(name: \"\(name)\", package: \"…\")'"
      )
    }
    return owners.values.first
  }
}

package import Base
package import Git
package import ManifestEditor
package import ManifestForms
package import Model
package import Versions

/// The components by folder, to find what a path dependency leads to.
package struct ComponentPlaces: Sendable {
  private let components: [TreePath: ComponentName]
  private let apps: [TreePath: AppName]
  /// The components by the URLs of their own repositories.
  package let repositories: ComponentRepositories
  /// The name of the manifest for messages.
  private let file: String

  package init(_ document: ManifestDocument) {
    components = Dictionary(
      document.manifest.components.map { ($1.path, $0) }
    ) { first, _ in first }
    apps = Dictionary(document.manifest.apps.map { ($1.path, $0) }) { first, _ in first }
    repositories = ComponentRepositories(document.manifest)
    file = document.file
  }

  /// - Parameter path: From the root of the repository.
  package func component(at path: TreePath) -> ComponentName? {
    components[path]
  }

  /// The component that a dependency leads to, by path or URL; `nil` if it is another package.
  package func component(of dependency: LocatedDependency) -> ComponentName? {
    switch dependency.location {
    case .path: dependency.folder.flatMap { component(at: $0) }
    case .url(let url): repositories.component(at: url)
    case .registry: nil
    }
  }

  /// The reason why a path dependency cannot be released, and what to do: the package is not a
  /// component, or there is nothing at the path.
  ///
  /// - Parameter root: The tree of the commit.
  package func noComponent(
    at path: TreePath,
    neededBy dependent: ComponentName,
    root: ObjectID,
    in repository: borrowing Repository
  ) throws -> OperationError {
    if let app = apps[path] {
      return OperationError(
        .dependencyNoComponent,
        "'\(dependent)' depends on the app '\(app)', which is not a component",
        help: Self.appHelp
      )
    }
    if path.isRoot {
      return OperationError(
        .dependencyNoComponent,
        "'\(dependent)' depends on the package at the root of the repository, which is not a component",
        help: "list it with 'registry add .' and release it first, or " + Self.appHelp
      )
    }
    if let submodule = try repository.submodule(holding: path, in: root) {
      return OperationError(
        .dependencyNoComponent,
        "'\(dependent)' depends on the package at '\(path)', which is in the submodule '\(submodule)':"
          + " its files are not in this repository",
        help: "depend on a version of it by URL, or make releases for the apps of this repository"
          + " alone: 'registry set NAME.release internal'"
      )
    }
    guard try repository.entry(at: path, in: root) == nil else {
      return OperationError(
        .dependencyNoComponent,
        "'\(dependent)' depends on the package at '\(path)', which is not a component",
        help: "list it under \"components\" in '\(file)' and release it first"
      )
    }
    let same = components.filter { Self.identity(of: $0.key) == Self.identity(of: path) }
      .min { $0.key < $1.key }
    return OperationError(
      .dependencyNoComponent,
      "'\(dependent)' depends on the package at '\(path)', where nothing is committed",
      help: same.map { place, name in
        "the component '\(name)' at '\(place)' has the same identity: correct the path of the"
          + " dependency to point there"
      } ?? "correct the path of the dependency, or commit the package there"
    )
  }

  private static let appHelp =
    "remove the dependency, or move what both need to a package of its own"

  /// The identity by which SwiftPM distinguishes local packages.
  private static func identity(of path: TreePath) -> String {
    path.name.lowercased()
  }
}

/// Folders that are selected by patterns as in `.gitignore`.
package struct FolderPatterns: Sendable {
  private var patterns: [AttributePattern] = []

  /// Creates patterns that select no folder.
  package init() {}

  /// - Throws: For what is not such a pattern.
  package init(_ texts: [String]) throws(OperationError) {
    for text in texts {
      let bare = text.hasSuffix("/") ? text.dropLast() : text[...]
      guard let pattern = AttributePattern(Array(bare.utf8)) else {
        throw OperationError(
          .invalidPath,
          "invalid pattern '\(text)', expected one as in '.gitignore'",
          help: "'packages/*' matches each folder in 'packages', '**/Examples' one at any depth"
        )
      }
      patterns.append(pattern)
    }
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// Whether a pattern matches the folder or one that it is in.
  package func match(_ path: TreePath) -> Bool {
    if patterns.isEmpty { return false }
    var steps = 0
    return ([path] + path.ancestors).map(\.description).contains { text in
      patterns.contains { $0.matches(text[...].utf8, isFolder: true, steps: &steps) }
    }
  }
}

/// The components by the URLs of their own repositories, as the manifest says.
///
/// A dependency on such a URL is one on the component. Private components have none: they are never
/// released.
package struct ComponentRepositories: Sendable {
  private let components: [String: ComponentName]

  /// A longer text is not a URL.
  private static let greatestLength = 2048

  package init(_ manifest: Manifest) {
    var components: [String: ComponentName] = [:]
    for (name, component) in manifest.components where !component.isPrivate {
      guard let url = manifest.repository(of: name) else { continue }
      // The URL of one component takes precedence over that of all.
      if component.repository != nil || components[url.canonical] == nil {
        components[url.canonical] = name
      }
    }
    self.components = components
  }

  package var isEmpty: Bool { components.isEmpty }

  /// - Parameter url: In any spelling: by https or ssh, with `.git` or without.
  package func component(at url: String) -> ComponentName? {
    guard !components.isEmpty, let url = try? RepositoryURL(url) else { return nil }
    return components[url.canonical]
  }

  /// The components whose URLs occur in quotes in a text, for whatever purpose; much faster than
  /// parsing it.
  package func components(quotedIn bytes: [UInt8]) -> Set<ComponentName> {
    guard !components.isEmpty else { return [] }
    var found: Set<ComponentName> = []
    for part in bytes.split(separator: UInt8(ascii: "\""))
    where part.count < Self.greatestLength && part.contains(UInt8(ascii: ":")) {
      if let name = component(at: String(decoding: part, as: UTF8.self)) { found.insert(name) }
    }
    return found
  }

  /// The dependencies of a package on components by URL, with the URLs as it writes them.
  ///
  /// - Parameter own: The package's own component; it does not depend on itself.
  package func dependencies(
    of file: LocatedManifest,
    besides own: ComponentName? = nil
  ) -> [(url: String, component: ComponentName, dependency: LocatedDependency)] {
    file.dependencies.compactMap { dependency in
      guard case .url(let url) = dependency.location, let name = component(at: url), name != own
      else { return nil }
      return (url, name, dependency)
    }
  }
}

extension VersionRequirement {
  /// - Throws: For what is not a semantic version.
  package init(_ written: PackageRequirement) throws(OperationError) {
    self =
      switch written {
      case .exact(let version): .exact(try SemanticVersion(version))
      case .from(let version): .from(try SemanticVersion(version))
      case .upToNextMinor(let version): .upToNextMinor(from: try SemanticVersion(version))
      case .range(let lower, let upper):
        .range(from: try SemanticVersion(lower), to: try SemanticVersion(upper))
      case .closedRange(let lower, let upper):
        .closedRange(from: try SemanticVersion(lower), through: try SemanticVersion(upper))
      }
  }
}

package import Base
package import Git
package import ManifestEditor
package import Model
package import Versions

/// The components by folder, to find what a path dependency leads to.
package struct ComponentPlaces: Sendable {
  private let components: [TreePath: ComponentName]
  private let apps: [TreePath: AppName]
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
  package func component(of dependency: PackageDependency) -> ComponentName? {
    switch dependency.location {
    case .path(_, .success(let path)): component(at: path)
    case .url(let url): repositories.component(at: url)
    case .path, .registry: nil
    }
  }

  /// Why a path dependency cannot be released, and what to do: the package is not a component, or
  /// there is nothing at the path.
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
        "'\(dependent)' depends on the package at the root of the repository, where no component"
          + " can be",
        help: Self.appHelp
      )
    }
    if case (let submodule, .submodule?)? = try repository.obstacle(on: path, in: root) {
      return OperationError(
        .dependencyNoComponent,
        "'\(dependent)' depends on the package at '\(path)', which is in the submodule '\(submodule)':"
          + " its files are not in this repository",
        help: "depend on a version of it by URL, or replace the submodule by its files"
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

extension Repository {
  /// The first part of a path that is not a folder, and what it is; `nil` if all are folders.
  func obstacle(
    on path: TreePath,
    in root: ObjectID
  ) throws(OperationError) -> (place: TreePath, mode: FileMode?)? {
    for place in (path.ancestors.reversed() + [path]) where !place.isRoot {
      let mode = try entry(at: place, in: root)?.mode
      if mode != .tree { return (place, mode) }
    }
    return nil
  }
}

package import Git
package import Model

/// A package's folder with those of all that it depends on by path, which are built together.
///
/// A component of a manifest is one; another is any package of a repository, with all that is around
/// it.
package struct ComponentLayout: Hashable, Sendable {
  package struct Folder: Hashable, Sendable {
    /// From the root of the repository, so that relative paths between the folders stay valid.
    package let path: TreePath
    package let tree: ObjectID
  }

  /// The component's, or the package's, as messages have it.
  package let name: String
  package let folder: Folder
  package let dependencies: [String: Folder]
  /// What it is built for; none for what its `Package.swift` says.
  package let platforms: [BuildPlatform]
  /// Whether the files may have names that other systems cannot hold, since they are not published.
  package let isPersonal: Bool
}

extension ComponentLayout {
  /// A package of a repository, with all that is around it.
  ///
  /// - Parameters:
  ///   - path: That of its folder.
  ///   - tree: What is there.
  ///   - root: The whole of the repository.
  package init(
    ofPackage name: String,
    at path: TreePath,
    _ tree: ObjectID,
    in root: ObjectID,
    platforms: [BuildPlatform] = []
  ) {
    self.init(
      name: name,
      folder: Folder(path: path, tree: tree),
      dependencies: path.isRoot ? [:] : [".": Folder(path: .root, tree: root)],
      platforms: platforms,
      isPersonal: true
    )
  }
}

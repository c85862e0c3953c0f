package import GitValues
package import RegistryModel
package import Versioning

/// A component's folder with those of all its dependencies, direct and indirect, which are built
/// together.
package struct ComponentLayout: Hashable, Sendable {
  package struct Folder: Hashable, Sendable {
    /// From the root of the repository, so that relative paths between the folders stay valid.
    package let path: TreePath
    package let tree: ObjectID
  }

  package let component: ComponentName
  package let folder: Folder
  package let dependencies: [ComponentName: Folder]
  /// What it is built for; none for what its `Package.swift` says.
  package let platforms: [BuildPlatform]
}

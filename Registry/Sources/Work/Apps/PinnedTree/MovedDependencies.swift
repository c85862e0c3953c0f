import Base
import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
package import Versions

/// Lets releases find the components beside them where folders have moved since they were made.
///
/// A release keeps the relative paths of its manifest, which hold where its commit had the folders.
package struct MovedDependencies {
  private let manifest: Manifest

  /// - Parameter manifest: It says where the components are now.
  package init(_ manifest: Manifest) {
    self.manifest = manifest
  }

  /// The manifests of a release that change, by their names.
  ///
  /// - Parameter tree: The files of the release.
  package func edits(
    of name: ComponentName,
    _ release: Release,
    in tree: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> [(path: TreePath, edit: TreeEdit)] {
    guard let path = manifest.components[name]?.path,
      let content = try workspace.manifestContent(in: tree),
      // Packages that name all others by URL have nothing to follow.
      content.contains("path:".utf8), !namesAll(release, content, at: path),
      let earlier = places(at: release, in: workspace), let old = earlier[name],
      earlier.contains(where: { (manifest.components[$0]?.path ?? $1) != $1 })
    else { return [] }
    let names = Dictionary(earlier.map { ($1, $0) }) { first, _ in first }
    let moved = { (path: TreePath) in
      names[path].flatMap { manifest.components[$0]?.path } ?? path
    }
    let reading = try workspace.manifestReading(manifest, of: release)
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for entry in try workspace.repository.entries(of: tree)
    where entry.mode.isFile && ManifestFileName(entry.name) != nil {
      let bytes = try workspace.repository.blob(entry.id)
      let changes = try located(in: path) {
        try reading.file(bytes, named: entry.name, in: old).edits(moving: moved)
      }
      guard !changes.isEmpty else { continue }
      let blob = try workspace.repository.writeBlob(changes.applied(to: bytes))
      edits.append((try TreePath(entry.name), .put(blob, entry.mode)))
    }
    return edits
  }

  /// Throws for the first release that does not find a package.
  ///
  /// - Parameters:
  ///   - tree: With the releases at the places of their components.
  ///   - keepsSubmodules: Whether submodules are to be commits there; the others are those that the
  ///     clone does not have.
  func check(
    _ releases: [ComponentName: Release],
    in tree: ObjectID,
    keepsSubmodules: Bool,
    _ workspace: borrowing Workspace
  ) throws {
    let mayLackSubmodules = try !keepsSubmodules && workspace.repository.listsSubmodules(tree)
    for (name, release) in releases.sorted(by: { $0.key < $1.key }) {
      guard let component = manifest.components[name],
        let content = try workspace.content(
          of: component.path.appending(.packageManifest),
          in: tree
        ),
        mayLackSubmodules && release.isInternal && content.contains("\"..".utf8)
          || !namesAll(release, content, at: component.path)
      else { continue }
      let package = try workspace.manifestReading(manifest, of: release).file(
        content,
        in: component.path
      )
      for dependency in package.dependencies {
        guard let path = try dependency.place?.get() else { continue }
        guard try workspace.repository.tree(at: path, in: tree) != nil else {
          let submodule = try workspace.repository.submodule(holding: path, in: tree)
          guard let submodule else { throw missing(path, name, release, component) }
          if keepsSubmodules { continue }
          throw OperationError.missingSubmodule(submodule, neededBy: name)
        }
      }
    }
  }

  /// Whether a package names all that it depends on where it is now.
  ///
  /// Parsing takes a thousand times as long as looking for what is nearly always there.
  private func namesAll(_ release: Release, _ content: [UInt8], at path: TreePath) -> Bool {
    release.cuts.isEmpty
      && release.requires.keys.allSatisfy { name in
        guard let place = manifest.components[name]?.path else { return false }
        return content.contains("\"\(path.way(to: place))\"".utf8)
      }
  }

  /// Where the commit of a release had the components; `nil` if this clone does not have it.
  private func places(
    at release: Release,
    in workspace: borrowing Workspace
  ) -> [ComponentName: TreePath]? {
    try? workspace.state(at: release.source).manifest.components.mapValues(\.path)
  }

  private func missing(
    _ path: TreePath,
    _ name: ComponentName,
    _ release: Release,
    _ component: Component
  ) -> OperationError {
    OperationError(
      .missingDependency,
      "'\(name)' \(release.version), checked out at '\(component.path)', depends on a package at"
        + " '\(path)', which does not exist",
      help: "one of the two has moved since the release: pin a later release, or release"
        + " '\(name)' again"
    )
  }
}

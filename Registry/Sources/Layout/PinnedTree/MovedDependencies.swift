import Errors
import Git
import GitValues
import ManifestEvaluation
import PackageManifest
import PublishedForm
import RegistryModel
import Versioning
import Workspace

/// Checks the relative paths between the releases of a pinned tree, since folders may have moved
/// after a release was made.
struct MovedDependencies {
  let tree: ObjectID
  let manifest: Manifest
  let releases: [ComponentName: Release]

  /// Throws for the first release that does not find a package.
  func check(in workspace: borrowing Workspace) throws {
    var trees = TreeLookup(root: tree)
    for (name, release) in releases.sorted(by: { $0.key < $1.key }) {
      let needsPrivate = !release.cuts.isEmpty
      guard needsPrivate || !release.requires.isEmpty, let component = manifest.components[name]
      else { continue }
      let file = component.path.appending(.packageManifest)
      guard let content = try workspace.content(of: file, in: tree) else { continue }
      // Parsing takes a thousand times as long as looking for what is nearly always there.
      let paths = release.requires.keys.compactMap { manifest.components[$0]?.path }
      if !needsPrivate, paths.count == release.requires.count,
        paths.allSatisfy({ content.contains("\"\(component.path.way(to: $0))\"") })
      {
        continue
      }
      let package = try workspace.manifestReading(manifest, of: release).file(
        content,
        in: component.path
      )
      for dependency in package.dependencies {
        guard case .path(_, let resolved) = dependency.location else { continue }
        let path = try resolved.get()
        guard try trees.tree(at: path, in: workspace.repository) != nil else {
          throw missing(path, name, release, component)
        }
      }
    }
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

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool {
    let pattern = Array(text.utf8)
    guard let first = pattern.first, count >= pattern.count else { return false }
    return (0...(count - pattern.count)).contains { start in
      self[start] == first && self[start...].starts(with: pattern)
    }
  }
}

import Content
package import Git
import ManifestEditor
package import Model
package import Versions

/// Makes packages find components beside them by path if their manifests name them by URL.
///
/// Documentation/Decisions/own-repositories.md explains why manifests are edited for that.
package struct LocalDependencies {
  private let manifest: Manifest
  private let reading: ManifestReading
  private let repositories: ComponentRepositories

  package init(_ manifest: Manifest, by reading: ManifestReading) {
    (self.manifest, self.reading) = (manifest, reading)
    repositories = ComponentRepositories(manifest)
  }

  /// The manifests of a package that change, by their names.
  ///
  /// - Parameters:
  ///   - tree: Of the package's folder.
  ///   - path: Where it is.
  ///   - names: The components that may be beside it; `nil` for all.
  package func edits(
    of tree: ObjectID,
    at path: TreePath,
    onlyOf names: Set<ComponentName>? = nil,
    in repository: borrowing Repository
  ) throws -> [(path: TreePath, edit: TreeEdit)] {
    guard !repositories.isEmpty else { return [] }
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for entry in try repository.entries(of: tree)
    where entry.mode.isFile && ManifestFileName(entry.name) != nil {
      let bytes = try repository.blob(entry.id)
      guard reading.evaluates || !repositories.components(quotedIn: bytes).isEmpty else { continue }
      let file = try located(in: path) {
        try reading.survey(bytes, named: entry.name, in: path)
      }
      var places: [String: TreePath] = [:]
      for (url, name, _) in repositories.dependencies(of: file) {
        guard names?.contains(name) ?? true, let place = manifest.components[name]?.path,
          place != path
        else { continue }
        places[url] = place
      }
      let changes = file.localForm(of: path, places)
      guard !changes.isEmpty else { continue }
      let blob = try repository.writeBlob(changes.applied(to: bytes))
      edits.append((try TreePath(entry.name), .put(blob, entry.mode)))
    }
    return edits
  }
}

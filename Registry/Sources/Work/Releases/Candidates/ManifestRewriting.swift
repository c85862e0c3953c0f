import Base
import Content
import Git
import ManifestEditor
import Model
import Versions

/// Replaces paths by requirements on releases, in the manifests of a package.
struct ManifestRewriting: Sendable {
  let files: [PackageManifestFile]
  /// The package's, from the root of the repository.
  let folder: TreePath
  /// By the folder that a path leads to.
  let published: [TreePath: PublishedComponent]
  /// By the URL of its own repository, as it is written.
  var repositories: [String: PublishedComponent] = [:]
  let scope: ScopeName
  let reading: ManifestReading

  /// By the names of the manifests that change.
  func edits() throws -> [TreePath: [SourceEdit]] {
    var edits: [TreePath: [SourceEdit]] = [:]
    for file in files {
      let changes = try located(in: folder) {
        try file.publishedForm(
          scope: scope.text,
          components: published,
          repositories: repositories
        )
      }
      guard !changes.isEmpty else { continue }
      edits[try TreePath(file.fileName)] = changes
    }
    return edits
  }

  /// Checks that the edited manifests can be read, before the edits are recorded for ever.
  func verify() throws {
    for file in files {
      try located(in: folder) {
        try file.verifyPublishedForm(
          scope: scope.text,
          components: published,
          repositories: repositories
        ) { bytes throws(OperationError) in
          try reading.evaluate(bytes, in: folder)
        }
      }
    }
  }
}

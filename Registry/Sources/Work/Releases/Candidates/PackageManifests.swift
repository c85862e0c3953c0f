import Content
import Git
import ManifestEditor
import Model

/// The manifests of packages, each read once: those that depend on a package look into it too, and
/// parsing takes longer than all the rest of a plan.
final class PackageManifests: Sendable {
  private struct Key: Hashable {
    let blob: ObjectID
    let fileName: String
    let folder: TreePath
    let isEvaluated: Bool
  }

  private let known = Remembered<Key, PackageManifestFile>()

  /// - Parameter folder: The package's, from the root of the repository.
  func file(
    _ blob: ObjectID,
    named fileName: String,
    in folder: TreePath,
    by reading: ManifestReading,
    of repository: borrowing Repository
  ) throws -> PackageManifestFile {
    let key = Key(
      blob: blob,
      fileName: fileName,
      folder: folder,
      isEvaluated: reading.evaluates
    )
    return try known.answer(key) {
      try located(in: folder) {
        try reading.file(repository.blob(blob), named: fileName, in: folder)
      }
    }
  }
}

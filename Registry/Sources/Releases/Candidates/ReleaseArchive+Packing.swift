import Git
import PublishedForm
import RegistryModel
import Workspace

extension ReleaseArchive {
  /// The checksum of the archive, once the manifests that its edits write were checked.
  func packed(
    after rewriting: ManifestRewriting,
    from repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    try rewriting.verify()
    return try written(from: repository).checksum
  }
}

import Content
import Git
import Model

extension ReleaseArchive {
  /// The checksum of the archive, once the manifests that its edits write were checked.
  func packed(
    after rewriting: ManifestRewriting,
    from repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    try rewriting.verify()
    return try written(from: repository).checksum
  }

  /// The archive itself, for its signature: the edits are those that were checked, with the manifests'
  /// signatures behind them.
  func packed(
    from repository: borrowing Repository
  ) throws -> (bytes: [UInt8], checksum: ArchiveChecksum) {
    var bytes: [UInt8] = []
    let written = try written(from: repository) { bytes += $0 }
    return (bytes, written.checksum)
  }
}

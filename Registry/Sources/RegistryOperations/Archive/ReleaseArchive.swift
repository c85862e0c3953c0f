import Git
import PackageManifest
import RegistryModel
import SourceArchive
import Versioning

/// The published form of a release as an archive: a function of its tree and its record.
struct ReleaseArchive {
  let component: ComponentName
  let version: SemanticVersion
  let listing: TreeListing
  let edits: [RelativePath: [RegistryModel.SourceEdit]]

  /// Writes it front to back, and tells its size in bytes and what a record says of it.
  func written(
    from repository: borrowing Repository,
    to sink: ([UInt8]) throws -> Void = { _ in }
  ) throws -> (size: Int, checksum: ArchiveChecksum) {
    let summary = try write(from: repository, to: sink)
    return (summary.size, try ArchiveChecksum(hexadecimal: summary.checksum))
  }

  private func write(
    from repository: borrowing Repository,
    to sink: ([UInt8]) throws -> Void
  ) throws -> StoredArchive.Summary {
    var blobs: [String: ObjectID] = [:]
    var entries: [ArchiveEntry] = []
    for item in listing.items {
      blobs[item.path.string] = item.id
      entries.append(ArchiveEntry(path: item.path.string, kind: try kind(of: item, repository)))
    }
    for path in edits.keys where blobs[path.description] == nil {
      throw OperationError(.invalidRecord, "the record edits '\(path)', which the tree has not")
    }
    let edits = Dictionary(edits.map { ($0.description, $1) }) { first, _ in first }
    let archive = try StoredArchive(root: "\(component)-\(version)", entries: entries)
    return try archive.write(
      contents: { entry in
        guard let id = blobs[entry.path] else {
          throw OperationError(.other, "the archive has no '\(entry.path)'")
        }
        let bytes = try repository.blob(id)
        return try edits[entry.path].map { try Self.apply($0, to: bytes) } ?? bytes
      },
      to: sink
    )
  }

  private func kind(
    of item: TreeListing.Item,
    _ repository: borrowing Repository
  ) throws -> ArchiveEntry.Kind {
    switch item.mode {
    case .executable: .executable
    case .link: .link(target: String(decoding: try repository.blob(item.id), as: UTF8.self))
    case .file, .tree, .submodule: .file
    }
  }

  static func apply(
    _ edits: [RegistryModel.SourceEdit],
    to bytes: [UInt8]
  ) throws -> [UInt8] {
    try PackageManifest.SourceEdit.apply(
      edits.map { edit in
        PackageManifest.SourceEdit(
          offset: edit.offset,
          length: edit.length,
          replacement: edit.replacement
        )
      },
      to: bytes
    )
  }
}

extension ReleaseArchive {
  /// That of a recorded release; the listing is its tree's.
  init(_ component: ComponentName, _ release: Release, listing: TreeListing) {
    self.init(
      component: component,
      version: release.version,
      listing: listing,
      edits: release.edits
    )
  }

  /// Throws if its bytes are not those that `checksum` was recorded of.
  static func check(
    _ checksum: ArchiveChecksum,
    of component: ComponentName,
    _ release: Release
  ) throws(OperationError) {
    guard checksum == release.archive else {
      throw OperationError(
        .checksumMismatch,
        "the archive of '\(component)' \(release.version) has the checksum '\(checksum)', recorded"
          + " is '\(release.archive)'",
        help: "'registry verify' tells what else does not fit"
      )
    }
  }
}

extension OperationError.Code {
  package static let checksumMismatch = Self(rawValue: "checksum-mismatch")
  /// A record that does not fit its release's tree.
  package static let invalidRecord = Self(rawValue: "invalid-record")
}

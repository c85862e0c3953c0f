import Git
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
        return try edits[entry.path].map { try $0.applied(to: bytes) } ?? bytes
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
}

extension OperationError.Code {
  /// A record that does not fit its release's tree.
  package static let invalidRecord = Self(rawValue: "invalid-record")
}

import Base
package import Git
package import ManifestEditor
package import Model
package import Versions

/// The published form of a release as an archive: a function of its tree and its record.
package struct ReleaseArchive {
  package let component: ComponentName
  package let version: SemanticVersion
  /// The files and links of the published form, before the edits.
  package let listing: TreeListing
  /// The edits of files, by path inside the component.
  package let edits: [TreePath: [SourceEdit]]

  package init(
    component: ComponentName,
    version: SemanticVersion,
    listing: TreeListing,
    edits: [TreePath: [SourceEdit]]
  ) {
    self.component = component
    self.version = version
    self.listing = listing
    self.edits = edits
  }

  /// Writes it front to back, and returns its size in bytes and its checksum.
  package func written(
    from repository: borrowing Repository,
    to sink: ([UInt8]) throws -> Void = { _ in }
  ) throws -> (size: Int, checksum: ArchiveChecksum) {
    try write(from: repository, verifiesObjects: true, to: sink)
  }

  /// The same for a release with a known checksum, which all content that is read must match.
  ///
  /// - Throws: For a damaged object, if the checksum differs.
  package func written(
    from repository: borrowing Repository,
    expecting checksum: ArchiveChecksum,
    to sink: ([UInt8]) throws -> Void = { _ in }
  ) throws -> (size: Int, checksum: ArchiveChecksum) {
    let written = try write(from: repository, verifiesObjects: false, to: sink)
    // To find out which object is damaged.
    if written.checksum != checksum { _ = try self.written(from: repository) }
    return written
  }

  private func write(
    from repository: borrowing Repository,
    verifiesObjects: Bool,
    to sink: ([UInt8]) throws -> Void
  ) throws -> (size: Int, checksum: ArchiveChecksum) {
    var blobs: [TreePath: ObjectID] = [:]
    for item in listing.items { blobs[item.path] = item.id }
    for path in edits.keys where blobs[path] == nil {
      throw OperationError(.invalidRecord, "the record edits '\(path)', which is not in the tree")
    }
    let archive = try archive(in: repository)
    let summary = try archive.write(
      contents: { entry in
        guard let id = blobs[entry.path] else {
          throw OperationError(.other, "the archive has no '\(entry.path)'")
        }
        let bytes = try verifiesObjects ? repository.blob(id) : repository.unverifiedBlob(id)
        return try edits[entry.path].map { try $0.applied(to: bytes) } ?? bytes
      },
      to: sink
    )
    return (summary.size, try ArchiveChecksum(hexadecimal: summary.checksum))
  }

  /// Throws for names, links and numbers of files that no archive can have.
  package func check(in repository: borrowing Repository) throws {
    _ = try archive(in: repository)
  }

  private func archive(in repository: borrowing Repository) throws -> StoredArchive {
    let entries = try listing.items.map { item in
      ArchiveEntry(path: item.path, kind: try kind(of: item, repository))
    }
    return try StoredArchive(root: "\(component)-\(version)", entries: entries)
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

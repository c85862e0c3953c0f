package import Base

/// The files of a zip archive from elsewhere, held in memory and checked: nothing is written.
///
/// The archive has one top-level folder, which is left out of the paths. Links right in it are
/// replaced by what they lead to.
package struct UnpackedArchive: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case file
      case executable
      /// To a file or a folder of the archive, from the link's own folder.
      case link(target: String)
    }

    package let path: String
    package let kind: Kind
    /// Of a link, its target.
    package let content: [UInt8]

    var isLink: Bool { if case .link = kind { true } else { false } }

    package init(path: String, kind: Kind = .file, content: [UInt8]) {
      self.path = path
      self.kind = kind
      self.content = content
    }
  }

  /// In the order of the archive.
  package let files: [File]
  /// Whether clients can unpack the archive as it is: the package manager fails at links at its top.
  package let isPlain: Bool

  package init(
    zip bytes: [UInt8],
    limits: UnpackingLimits = UnpackingLimits()
  ) throws(OperationError) {
    guard bytes.count <= limits.archive else {
      throw OperationError(
        .tooLarge,
        "the archive has \(bytes.count) bytes, expected at most \(limits.archive)"
      )
    }
    var collector = FileCollector(archiveSize: bytes.count, limits: limits)
    let archive = ZipBytes(bytes: bytes)
    let directory = try ZipDirectory(archive, mostEntries: limits.entries)
    for (entry, range) in try ZipLayout(archive, directory).contents {
      try collector.add(entry, packed: bytes[range])
    }
    guard !collector.files.isEmpty else {
      throw OperationError(.damagedArchive, "the archive has no files")
    }
    isPlain = !collector.files.contains { $0.isLink && !$0.path.utf8.contains(UInt8(ascii: "/")) }
    files = try ArchiveLinks(collector.files).filesWithoutTopLinks(within: limits)
  }
}

package import Base

/// The files of a zip archive from elsewhere, held in memory and checked: nothing is written.
///
/// The archive has one top-level folder, which is left out of the paths. Links right in it are
/// replaced by what they lead to.
package struct UnpackedArchive: Hashable, Sendable {
  /// A file or a link of the archive.
  package struct File: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case file
      case executable
      /// To a file or a folder of the archive, from the link's own folder.
      case link(target: String)
    }

    /// The path below the top-level folder.
    package let path: String
    package let kind: Kind
    /// The content of a file; for a link, its target.
    package let content: [UInt8]

    var isLink: Bool { if case .link = kind { true } else { false } }

    package init(path: String, kind: Kind = .file, content: [UInt8]) {
      self.path = path
      self.kind = kind
      self.content = content
    }
  }

  /// The files and links in the order of the archive.
  package let files: [File]
  /// Whether clients can unpack the archive as it is: the package manager fails at links at its top.
  package let isPlain: Bool

  /// Unpacks an archive in memory.
  ///
  /// - Throws: ``OperationError`` for an archive that is damaged, exceeds a limit, has a name that
  ///   some system cannot hold, or has a link that leads out of it.
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

/// The limits on an uploaded archive.
package struct UnpackingLimits: Hashable, Sendable {
  /// The size of the archive itself, in bytes.
  package var archive = 50 << 20
  /// The size of all files together, in bytes.
  package var unpacked = 256 << 20
  /// The size of one file, in bytes.
  package var file = 16 << 20
  /// The number of entries of the archive.
  package var entries = 10_000
  /// The number of bytes that may come out of one that went in, above ``freeBytes`` in all.
  package var ratio = 20
  /// The number of bytes that may come out of an archive whatever its size.
  package var freeBytes = 1 << 20
  /// The length of a path with the top-level folder, in bytes.
  package var path = 1_024
  /// The length of a name in a path, in bytes.
  package var name = 255
  /// The number of names in a path.
  package var depth = 64

  package init() {}
}

extension OperationError {
  /// No archive within the limits needs that format, but some programs write it all the same.
  static func zip64(_ what: String) -> OperationError {
    OperationError(
      .unsupportedEntry,
      "\(what) is in the zip64 format, which is not supported, expected a zip archive without zip64"
    )
  }
}

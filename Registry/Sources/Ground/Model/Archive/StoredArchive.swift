internal import CZlib
package import Base
import Git

/// A zip file whose bytes follow from its entries and nothing else.
///
/// The format never changes: Documentation/reference/published-form.md describes it, and changing a
/// byte of it would make every recorded checksum wrong.
package struct StoredArchive: Sendable {
  /// The greatest number of bytes of an archive, as zip without its 64-bit extension has it.
  package static let greatestSize = ZipRecord.greatestSize

  /// What was written: enough to record it and to check it later.
  package struct Summary: Hashable, Sendable {
    /// In bytes.
    package let size: Int

    /// SHA-256 of the bytes, 64 hexadecimal digits in lower case.
    package let checksum: String

    /// Makes the summary that a record holds, to compare with.
    package init(size: Int, checksum: String) {
      self.size = size
      self.checksum = checksum
    }
  }

  /// The name of the one top-level folder.
  package let root: String

  /// In the order of the archive.
  package let entries: [ArchiveEntry]

  private let sizeLimit: Int

  /// Takes the entries in any order.
  ///
  /// - Parameter sizeLimit: In bytes of the archive; a greater one than `greatestSize` counts as that.
  /// - Throws: For a name that is not the same everywhere, names that collide, a link that leaves
  ///   the archive and too many entries.
  package init(
    root: String,
    entries: [ArchiveEntry],
    sizeLimit: Int = greatestSize
  ) throws(OperationError) {
    guard let folder = try? TreePath(root), folder.names.count == 1 else {
      throw OperationError(.invalidPath, "top-level folder '\(root)', expected one name")
    }
    guard entries.count <= ZipRecord.greatestEntryCount else {
      throw OperationError(
        .tooLarge,
        "\(entries.count) entries, expected at most \(ZipRecord.greatestEntryCount)"
      )
    }
    var namespace = ArchiveNamespace()
    for entry in entries {
      guard !entry.path.isRoot else {
        throw OperationError(
          .invalidPath,
          "entry with an empty path, expected one inside '\(root)'"
        )
      }
      try namespace.insert(folder.appending(entry.path))
      if case .link(let target) = entry.kind {
        try ArchiveLink.validate(target: target, at: entry.path)
      }
    }
    self.root = root
    self.entries = entries.sorted { $0.path < $1.path }
    self.sizeLimit = min(sizeLimit, Self.greatestSize)
  }

  /// Writes the archive front to back, holding the contents of one file at a time.
  ///
  /// - Parameters:
  ///   - contents: Asked once for each file, in the archive's order; never for a link.
  ///   - sink: Given the bytes in pieces. What it got before an error is no archive.
  /// - Throws: What the two closures throw, and `tooLarge` before the sink gets more than the limit.
  package func write(
    contents: (ArchiveEntry) throws -> [UInt8],
    to sink: ([UInt8]) throws -> Void
  ) throws -> Summary {
    var output = Output(limit: sizeLimit)
    var directory: [UInt8] = []
    for entry in entries {
      let bytes =
        if case .link(let target) = entry.kind { Array(target.utf8) } else { try contents(entry) }
      guard bytes.count <= sizeLimit else {
        throw OperationError(
          .tooLarge,
          "'\(entry.path)' has \(bytes.count) bytes, expected at most \(sizeLimit)"
        )
      }
      let record = ZipRecord.Entry(
        name: "\(root)/\(entry.path)",
        mode: entry.kind.mode,
        checksum: bytes.cyclicRedundancyCheck,
        size: UInt32(bytes.count),
        offset: UInt32(output.size)
      )
      try output.write(ZipRecord.localHeader(record), to: sink)
      try output.write(bytes, to: sink)
      directory += ZipRecord.directoryHeader(record)
    }
    let end = ZipRecord.endOfDirectory(
      entryCount: UInt16(entries.count),
      size: UInt32(clamping: directory.count),
      offset: UInt32(output.size)
    )
    try output.write(directory + end, to: sink)
    try output.flush(to: sink)
    return Summary(size: output.size, checksum: output.checksum)
  }
}

extension StoredArchive {
  private struct Output {
    let limit: Int
    private(set) var size = 0
    private var digest = SHA256()
    /// What the sink has not got yet: most files are small, and a sink may have to ask the system.
    private var waiting: [UInt8] = []

    private static let piece = 1 << 16

    init(limit: Int) {
      self.limit = limit
    }

    /// Of what the sink has got.
    var checksum: String {
      Hexadecimal.text(digest.finalize())
    }

    mutating func write(_ bytes: [UInt8], to sink: ([UInt8]) throws -> Void) throws {
      guard bytes.count <= limit - size else {
        throw OperationError(.tooLarge, "the archive exceeds \(limit) bytes")
      }
      size += bytes.count
      waiting += bytes
      if waiting.count >= Self.piece { try flush(to: sink) }
    }

    mutating func flush(to sink: ([UInt8]) throws -> Void) throws {
      guard !waiting.isEmpty else { return }
      digest.update(waiting)
      try sink(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
  }
}

extension [UInt8] {
  fileprivate var cyclicRedundancyCheck: UInt32 {
    unsafe withUnsafeBufferPointer { unsafe UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}

extension ArchiveEntry.Kind {
  fileprivate var mode: UInt32 {
    switch self {
    case .file: 0o100644
    case .executable: 0o100755
    case .link: 0o120777
    }
  }
}

package import Base
internal import CZlib
package import Git

/// A zip file whose bytes follow from its entries and nothing else.
///
/// The format never changes: Documentation/reference/published-form.md describes it, and changing a
/// byte of it would make every recorded checksum wrong.
package struct StoredArchive: Sendable {
  /// The greatest number of bytes of an archive, as zip without its 64-bit extension has it.
  package static let greatestSize = ZipRecord.greatestSize

  /// The size and checksum of a written archive, enough to record it and to check it later.
  package struct Summary: Hashable, Sendable {
    /// The number of bytes.
    package let size: Int

    /// The SHA-256 of the bytes, 64 hexadecimal digits in lower case.
    package let checksum: String

    /// Makes the summary that a record holds, to compare with.
    package init(size: Int, checksum: String) {
      self.size = size
      self.checksum = checksum
    }
  }

  /// The name of the one top-level folder.
  package let root: String

  /// The entries in the order of the archive.
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
    /// The bytes that the sink has not received yet: most files are small, and a sink may have to
    /// ask the system.
    private var waiting: [UInt8] = []

    private static let piece = 1 << 16

    init(limit: Int) {
      self.limit = limit
    }

    /// The SHA-256 of the bytes that the sink has received.
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

/// A file or a link of an archive, without its contents.
package struct ArchiveEntry: Hashable, Sendable {
  /// The modes that git records, which are all that an archive can say.
  package enum Kind: Hashable, Sendable {
    /// A regular file, 0644.
    case file

    /// A regular file, 0755.
    case executable

    /// A symbolic link to a path relative to the link's own folder.
    case link(target: String)
  }

  /// The path of the entry below the archive's top-level folder.
  package let path: TreePath

  /// The kind of entry that is unpacked there.
  package let kind: Kind

  package init(path: TreePath, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// The rule that keeps symbolic links inside the archive.
///
/// `..` is allowed only at the start. There it is taken from the link's own folder, which is a real
/// one, so counting says where it leads; behind a name it would depend on what that name links to.
enum ArchiveLink {
  static func validate(target: String, at path: TreePath) throws(OperationError) {
    if let fault = fault(of: target, at: path) {
      throw OperationError(
        .invalidLink,
        "link '\(path)' to '\(target)' \(fault)",
        help: "link to a path inside the package, or copy the file"
      )
    }
  }

  private static func fault(of target: String, at path: TreePath) -> String? {
    let bytes = target.utf8
    if bytes.isEmpty { return "has no target" }
    if bytes.first == UInt8(ascii: "/") { return "is absolute" }
    if bytes.count > ArchiveNamespace.greatestPathLength {
      return "has \(bytes.count) bytes, expected at most \(ArchiveNamespace.greatestPathLength)"
    }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) {
      return "contains a backslash or a control character"
    }
    var depth = path.names.count - 1
    var isBehindName = false
    for name in target.utf8.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual("..".utf8) {
        if isBehindName { return "has '..' after a name" }
        depth -= 1
        if depth < 0 { return "leaves the archive" }
      } else if !name.elementsEqual(".".utf8) {
        isBehindName = true
      }
    }
    return nil
  }
}

/// The names taken so far, folders included.
struct ArchiveNamespace {
  static let greatestPathLength = 1024

  private struct Taken {
    let path: TreePath
    let isFolder: Bool
  }

  private var taken: [String: Taken] = [:]
  /// The folder of the previous path and its key: one look-up is enough for all its files.
  private var folder: (path: TreePath, key: String) = (.root, "")

  mutating func insert(_ path: TreePath) throws(OperationError) {
    let length = path.string.utf8.count
    guard length <= Self.greatestPathLength else {
      throw OperationError(
        .invalidPath,
        "path of \(length) bytes, expected at most \(Self.greatestPathLength): '\(path)'"
      )
    }
    if path.parent != folder.path {
      folder = (path.parent, path.parent.collisionKey)
      for ancestor in path.ancestors.reversed() {
        try take(ancestor, key: ancestor.collisionKey, isFolder: true)
      }
    }
    let name = TreeNameRules.collisionKey(of: String(path.name))
    try take(path, key: "\(folder.key)/\(name)", isFolder: false)
  }

  private mutating func take(
    _ path: TreePath,
    key: String,
    isFolder: Bool
  ) throws(OperationError) {
    guard let other = taken[key] else {
      taken[key] = Taken(path: path, isFolder: isFolder)
      return
    }
    guard path == other.path else {
      let (first, second) = TreeNameRules.distinct(other.path.string, path.string)
      throw OperationError(
        .collision,
        "'\(first)' and '\(second)' are one name on some file systems",
        help: "rename one of them"
      )
    }
    guard isFolder, other.isFolder else {
      throw OperationError(.collision, "'\(path)' occurs twice")
    }
  }
}

/// The records of a zip file (APPNOTE.TXT 4.3), with the constants that this format fixes.
enum ZipRecord {
  /// The greatest value of a 32-bit field that does not announce zip64.
  static let greatestSize = 0xFFFF_FFFE
  static let greatestEntryCount = 0xFFFE

  private static let unixVersion20: UInt16 = 0x0314
  private static let versionNeeded: UInt16 = 10
  private static let utf8Names: UInt16 = 0x0800
  private static let midnight: UInt16 = 0
  private static let firstOfJanuary1980: UInt16 = 0x0021

  struct Entry {
    let name: String
    let mode: UInt32
    let checksum: UInt32
    let size: UInt32
    let offset: UInt32
  }

  static func localHeader(_ entry: Entry) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0403_4B50 as UInt32)
    bytes.append(contentsOf: commonFields(entry))
    bytes.append(contentsOf: entry.name.utf8)
    return bytes
  }

  static func directoryHeader(_ entry: Entry) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0201_4B50 as UInt32)
    bytes.append(littleEndian: unixVersion20)
    bytes.append(contentsOf: commonFields(entry))
    bytes.append(littleEndian: 0 as UInt16)  // comment length
    bytes.append(littleEndian: 0 as UInt16)  // disk number
    bytes.append(littleEndian: 0 as UInt16)  // internal attributes
    bytes.append(littleEndian: entry.mode << 16)
    bytes.append(littleEndian: entry.offset)
    bytes.append(contentsOf: entry.name.utf8)
    return bytes
  }

  static func endOfDirectory(entryCount: UInt16, size: UInt32, offset: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: 0x0605_4B50 as UInt32)
    bytes.append(littleEndian: 0 as UInt16)  // disk number
    bytes.append(littleEndian: 0 as UInt16)  // disk with the directory
    bytes.append(littleEndian: entryCount)
    bytes.append(littleEndian: entryCount)
    bytes.append(littleEndian: size)
    bytes.append(littleEndian: offset)
    bytes.append(littleEndian: 0 as UInt16)  // comment length
    return bytes
  }

  /// The 26 bytes that both headers of an entry share.
  private static func commonFields(_ entry: Entry) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: versionNeeded)
    bytes.append(littleEndian: entry.name.utf8.allSatisfy { $0 < 0x80 } ? 0 : utf8Names)
    bytes.append(littleEndian: 0 as UInt16)  // stored
    bytes.append(littleEndian: midnight)
    bytes.append(littleEndian: firstOfJanuary1980)
    bytes.append(littleEndian: entry.checksum)
    bytes.append(littleEndian: entry.size)
    bytes.append(littleEndian: entry.size)
    bytes.append(littleEndian: UInt16(entry.name.utf8.count))
    bytes.append(littleEndian: 0 as UInt16)  // extra field length
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: value.littleEndian) { unsafe append(contentsOf: $0) }
  }
}

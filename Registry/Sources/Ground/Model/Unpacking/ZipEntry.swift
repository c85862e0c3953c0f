import Base

/// An entry of a zip archive, as the directory at the archive's end describes it.
struct ZipEntry {
  enum Kind {
    case file(isExecutable: Bool)
    case folder
    case link
  }

  enum Method: Int {
    case stored = 0
    case deflated = 8
  }

  /// With the slash at the end that tells a folder.
  let path: String
  let kind: Kind
  let method: Method
  let flags: Int
  let checksum: UInt32
  /// In bytes of the archive.
  let packedSize: Int
  /// In bytes of the file.
  let size: Int
  /// Where the entry's own head begins.
  let offset: Int

  /// Whether the sizes follow the content, since the writer did not know them before.
  var hasDescriptor: Bool { flags & Self.descriptorFlag != 0 }

  /// Flags that tell how an entry is read, in which both of its heads must agree.
  static let readingFlags = encryptionFlags | descriptorFlag
  static let encryptionFlags = 1 << 0 | 1 << 6 | 1 << 13
  private static let descriptorFlag = 1 << 3
  private static let patchFlag = 1 << 5

  /// Reads the entry that the directory has at `offset`, and moves `offset` behind it.
  init(_ archive: ZipBytes, at offset: inout Int) throws(OperationError) {
    guard try archive.number32(at: offset) == 0x0201_4B50 else {
      throw OperationError(.damagedArchive, "the archive's directory is damaged")
    }
    let head = 46
    let nameLength = try archive.number16(at: offset + 28)
    let extraLength = try archive.number16(at: offset + 30)
    let commentLength = try archive.number16(at: offset + 32)
    let name = try archive.slice(offset + head, count: nameLength)
    guard let path = String(validating: name, as: UTF8.self) else {
      throw OperationError(
        .invalidPath,
        "the name '\(String(decoding: name, as: UTF8.self))' is not UTF-8"
      )
    }
    self.path = path
    flags = try archive.number16(at: offset + 8)
    checksum = UInt32(try archive.number32(at: offset + 16))
    packedSize = try archive.number32(at: offset + 20)
    size = try archive.number32(at: offset + 24)
    self.offset = try archive.number32(at: offset + 42)
    guard flags & Self.encryptionFlags == 0 else {
      throw OperationError(.unsupportedEntry, "'\(path)' is encrypted")
    }
    let number = try archive.number16(at: offset + 10)
    guard let method = Method(rawValue: number), flags & Self.patchFlag == 0 else {
      throw OperationError(
        .unsupportedEntry,
        "'\(path)' is compressed by the method '\(number)', expected stored or deflated"
      )
    }
    self.method = method
    kind = try Self.kind(
      of: path,
      system: archive.number16(at: offset + 4) >> 8,
      mode: archive.number32(at: offset + 38) >> 16
    )
    try Self.checkExtra(archive, offset + head + nameLength, extraLength, path)
    _ = try archive.slice(offset, count: head + nameLength + extraLength + commentLength)
    offset += head + nameLength + extraLength + commentLength
  }

  /// - Parameters:
  ///   - system: The one that the archive says it was made on, which tells what the mode means.
  ///   - mode: As `stat` has it, of a Unix system.
  private static func kind(
    of path: String,
    system: Int,
    mode: Int
  ) throws(OperationError) -> Kind {
    let isFolder = path.utf8.last == UInt8(ascii: "/")
    let (unix, darwin) = (3, 19)
    guard system == unix || system == darwin else {
      return isFolder ? .folder : .file(isExecutable: false)
    }
    switch mode & 0o170000 {
    case 0o040000 where isFolder: return .folder
    case 0o120000 where !isFolder: return .link
    case 0o100000 where !isFolder, 0 where !isFolder: break
    case 0 where isFolder: return .folder
    case 0o010000: throw OperationError(.unsupportedEntry, "'\(path)' is a FIFO")
    default:
      throw OperationError(.unsupportedEntry, "'\(path)' is neither a file, a folder nor a link")
    }
    guard mode & 0o7000 == 0 else {
      throw OperationError(
        .unsupportedEntry,
        "'\(path)' has the mode '\(String(mode & 0o7777, radix: 8))', expected 644 or 755"
      )
    }
    return .file(isExecutable: mode & 0o100 != 0)
  }

  /// Checks the extra field of one of the entry's two heads: some unpackers take a name or a size
  /// from there in the place of the one before.
  static func checkExtra(
    _ archive: ZipBytes,
    _ start: Int,
    _ length: Int,
    _ path: String
  ) throws(OperationError) {
    let (zip64, unicodePath) = (0x0001, 0x7075)
    var offset = start
    while offset + 4 <= start + length {
      let (field, size) = (try archive.number16(at: offset), try archive.number16(at: offset + 2))
      let content = try archive.slice(offset + 4, count: size)
      if field == zip64 {
        throw .zip64("'\(path)'")
      }
      // A version and a checksum precede the name.
      if field == unicodePath, !content.dropFirst(5).elementsEqual(path.utf8) {
        throw OperationError(.invalidPath, "'\(path)' has a second name")
      }
      offset += 4 + size
    }
  }
}

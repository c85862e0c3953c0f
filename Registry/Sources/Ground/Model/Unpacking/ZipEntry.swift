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

/// The bytes of a zip archive, whose numbers are little-endian.
struct ZipBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func number16(at offset: Int) throws(OperationError) -> Int {
    try number(at: offset, bytes: 2)
  }

  func number32(at offset: Int) throws(OperationError) -> Int {
    try number(at: offset, bytes: 4)
  }

  /// - Throws: ``OperationError/Code/damagedArchive`` where the archive ends before that.
  func slice(_ offset: Int, count: Int) throws(OperationError) -> ArraySlice<UInt8> {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else {
      throw OperationError(.damagedArchive, "the archive is cut short, or is not a zip archive")
    }
    return bytes[offset..<(offset + count)]
  }

  private func number(at offset: Int, bytes count: Int) throws(OperationError) -> Int {
    try slice(offset, count: count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The list of entries that a zip archive ends with.
///
/// Unpackers differ in where they look for it, so an archive is refused that could be read in two
/// ways.
struct ZipDirectory {
  /// In the order of the list.
  let entries: [ZipEntry]
  /// Where it begins.
  let offset: Int

  private static let endRecord = 22

  init(_ archive: ZipBytes, mostEntries: Int) throws(OperationError) {
    let end = try Self.end(of: archive)
    let count = try archive.number16(at: end + 10)
    let size = try archive.number32(at: end + 12)
    offset = try archive.number32(at: end + 16)
    // These say that the numbers are in another record.
    guard count < 0xFFFF, size < 0xFFFF_FFFF, offset < 0xFFFF_FFFF else {
      throw .zip64("the archive")
    }
    guard try archive.number32(at: end + 4) == 0, try archive.number16(at: end + 8) == count else {
      throw OperationError(.damagedArchive, "the archive is a part of several")
    }
    guard offset + size == end else {
      throw OperationError(.damagedArchive, "the archive has bytes that belong to no entry")
    }
    guard count <= mostEntries else {
      throw OperationError(.tooLarge, "more than \(mostEntries) entries")
    }
    var entries: [ZipEntry] = []
    var next = offset
    for _ in 0..<count { entries.append(try ZipEntry(archive, at: &next)) }
    guard next == end else {
      throw OperationError(.damagedArchive, "the archive's directory is damaged")
    }
    self.entries = entries
  }

  /// Where the record is that says where the directory is: it has a comment of any length behind it.
  private static func end(of archive: ZipBytes) throws(OperationError) -> Int {
    var found: [Int] = []
    var offset = archive.count - endRecord
    while offset >= max(0, archive.count - endRecord - 0xFFFF) {
      if archive.bytes[offset] == UInt8(ascii: "P"), try archive.number32(at: offset) == 0x0605_4B50
      {
        found.append(offset)
        if try offset + endRecord + archive.number16(at: offset + 20) == archive.count { break }
      }
      offset -= 1
    }
    guard let end = found.last,
      try end + endRecord + archive.number16(at: end + 20) == archive.count
    else {
      let what =
        found.isEmpty ? "is cut short, or is not a zip archive" : "has bytes after its end"
      throw OperationError(.damagedArchive, "the archive \(what)")
    }
    guard found.count == 1 else {
      throw OperationError(.damagedArchive, "the archive has a second end record")
    }
    return end
  }
}

/// The positions of the entries' contents: entries follow each other from the first byte of the
/// archive to its directory, so that nothing overlaps and nothing is hidden.
struct ZipLayout {
  /// In the order of the archive.
  let contents: [(entry: ZipEntry, range: Range<Int>)]

  init(_ archive: ZipBytes, _ directory: ZipDirectory) throws(OperationError) {
    let entries = directory.entries.sorted { $0.offset < $1.offset }
    var contents: [(entry: ZipEntry, range: Range<Int>)] = []
    var end = 0
    for (index, entry) in entries.enumerated() {
      guard entry.offset == end else {
        let what = entry.offset < end ? "overlaps another entry" : "has bytes before it"
        throw OperationError(.damagedArchive, "'\(entry.path)' \(what)")
      }
      let range = try Self.content(of: entry, in: archive)
      contents.append((entry, range))
      end = range.upperBound
      if entry.hasDescriptor {
        let next = index + 1 < entries.count ? entries[index + 1].offset : directory.offset
        end = try Self.descriptor(of: entry, in: archive, from: end, to: next)
      }
    }
    guard end == directory.offset else {
      throw OperationError(.damagedArchive, "the archive has bytes that belong to no entry")
    }
    self.contents = contents
  }

  /// Reads the entry's own head, which must say what the directory says.
  private static func content(
    of entry: ZipEntry,
    in archive: ZipBytes
  ) throws(OperationError) -> Range<Int> {
    let start = entry.offset
    let nameLength = try archive.number16(at: start + 26)
    let extraLength = try archive.number16(at: start + 28)
    let extra = start + 30 + nameLength
    let content = extra + extraLength
    _ = try archive.slice(content, count: entry.packedSize)
    let differs = OperationError(.damagedArchive, "'\(entry.path)' is described in two ways")
    guard try archive.number32(at: start) == 0x0403_4B50,
      try archive.slice(start + 30, count: nameLength).elementsEqual(entry.path.utf8),
      try archive.number16(at: start + 8) == entry.method.rawValue,
      try (archive.number16(at: start + 6) ^ entry.flags) & ZipEntry.readingFlags == 0
    else { throw differs }
    // Before the sizes, in whose place zip64 has others.
    try ZipEntry.checkExtra(archive, extra, extraLength, entry.path)
    let numbers = try [14, 18, 22].map { (field) throws(OperationError) in
      try archive.number32(at: start + field)
    }
    let isUnknown = entry.hasDescriptor && numbers == [0, 0, 0]
    guard isUnknown || numbers == entry.numbers else { throw differs }
    return content..<(content + entry.packedSize)
  }

  /// Checks the numbers behind the content, with their mark or without, and returns their end.
  private static func descriptor(
    of entry: ZipEntry,
    in archive: ZipBytes,
    from start: Int,
    to next: Int
  ) throws(OperationError) -> Int {
    let (mark, length) = (4, 12)
    let first = next - length
    let startMark = try archive.number32(at: start)
    let isMarked = first == start + mark && startMark == 0x0807_4B50
    let numbers = try [0, 4, 8].map { (field) throws(OperationError) in
      try archive.number32(at: first + field)
    }
    guard first == start || isMarked, numbers == entry.numbers else {
      throw OperationError(.damagedArchive, "'\(entry.path)' is described in two ways")
    }
    return next
  }
}

extension ZipEntry {
  /// In the order that all records have.
  fileprivate var numbers: [Int] { [Int(checksum), packedSize, size] }
}

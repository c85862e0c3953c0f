import Base

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

import Base

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

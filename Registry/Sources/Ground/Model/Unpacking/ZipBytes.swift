import Base

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

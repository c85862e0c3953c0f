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

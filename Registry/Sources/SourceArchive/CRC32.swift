/// The checksum of zip entries (polynomial 0xEDB88320), eight bytes a step.
struct CRC32 {
  private var state: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~state }

  mutating func update(_ bytes: [UInt8]) {
    state = bytes.withUnsafeBytes { bytes in
      Self.tables.withUnsafeBufferPointer { tables in
        Self.advance(state, over: bytes, tables)
      }
    }
  }

  private static func advance(
    _ start: UInt32,
    over bytes: UnsafeRawBufferPointer,
    _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    var crc = start
    var offset = 0
    while offset &+ 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let low = UInt32(truncatingIfNeeded: word) ^ crc
      let high = UInt32(truncatingIfNeeded: word >> 32)
      crc = tables[0x700 &+ Int(low & 0xFF)]
      crc ^= tables[0x600 &+ Int((low >> 8) & 0xFF)]
      crc ^= tables[0x500 &+ Int((low >> 16) & 0xFF)]
      crc ^= tables[0x400 &+ Int(low >> 24)]
      crc ^= tables[0x300 &+ Int(high & 0xFF)]
      crc ^= tables[0x200 &+ Int((high >> 8) & 0xFF)]
      crc ^= tables[0x100 &+ Int((high >> 16) & 0xFF)]
      crc ^= tables[Int(high >> 24)]
      offset &+= 8
    }
    while offset < bytes.count {
      crc = (crc >> 8) ^ tables[Int((crc ^ UInt32(bytes[offset])) & 0xFF)]
      offset &+= 1
    }
    return crc
  }

  /// Eight tables of 256, the one for the last byte of a step first.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { crc, _ in (crc >> 1) ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    for index in 256..<2048 {
      let previous = tables[index - 256]
      tables.append((previous >> 8) ^ tables[Int(previous & 0xFF)])
    }
    return tables
  }()
}

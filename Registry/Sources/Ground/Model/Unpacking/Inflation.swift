import Base

private import CZlib

/// The contents of entries, compressed or not, checked against their checksums.
enum Inflation {
  /// - Parameter packed: The bytes as the archive has them.
  /// - Throws: ``OperationError/Code/damagedArchive`` for any content but one of the size and checksum
  ///   that the entry says; never more than that size is made.
  static func content(
    of entry: ZipEntry,
    from packed: ArraySlice<UInt8>
  ) throws(OperationError) -> [UInt8] {
    let content =
      switch entry.method {
      case .stored: Array(packed)
      case .deflated: inflated(packed, size: entry.size)
      }
    guard let content, content.count == entry.size, checksum(of: content) == entry.checksum else {
      throw OperationError(.damagedArchive, "'\(entry.path)' is damaged")
    }
    return content
  }

  /// `nil` for what does not end exactly at both sizes.
  private static func inflated(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    var input = Array(packed)
    var stream = unsafe z_stream()
    // Negative for bare deflated data, without a head of its own.
    let window = -MAX_WBITS
    let length = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(&stream, window, ZLIB_VERSION, length) == Z_OK else { return nil }
    defer { unsafe inflateEnd(&stream) }
    var isWhole = false
    // One byte more, so that there is a place to write to, and too much is noticed.
    let output = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = uInt(buffer.count)
        isWhole = unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
      }
      count = unsafe buffer.count - Int(stream.avail_out)
    }
    guard isWhole, output.count == size else { return nil }
    return output
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe UInt32(crc32(0, $0.baseAddress, uInt($0.count))) }
  }
}

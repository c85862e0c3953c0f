/// A zip archive of any entries, sound or not, put together byte by byte.
struct Zip {
  struct Entry {
    var name: [UInt8]
    /// As `stat` has it.
    var mode: UInt32
    var content: [UInt8]
    /// In the entry's own head, where it is to differ from the directory.
    var localName: [UInt8]?
    var flags: UInt16 = 0
    var method: UInt16 = 0
    /// In the place of the content, where it is packed.
    var packed: [UInt8]?
    var extra: [UInt8] = []
    /// In the entry's own head, and the numbers there in the place of the checksum and the sizes.
    var (localExtra, localNumbers): ([UInt8], [UInt8]?) = ([], nil)
    /// Whether checksum and sizes follow the content.
    var hasDescriptor = false

    init(_ name: String, mode: UInt32 = 0o100644, _ content: [UInt8] = [1]) {
      self.name = Array(name.utf8)
      self.mode = mode
      self.content = content
    }

    static func link(_ name: String, to target: String) -> Entry {
      Entry(name, mode: 0o120777, Array(target.utf8))
    }
  }

  var entries: [Entry]
  /// Before the first entry, behind the last, and behind the end.
  var (before, between, behind): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
  var comment: [UInt8] = []

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Files of these sizes below a folder `package`.
  init(files: [String: Int]) {
    self.init(
      files.sorted { $0.key < $1.key }.map { name, size in
        Entry("package/\(name)", (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) })
      }
    )
  }

  var bytes: [UInt8] {
    var bytes = before
    var directory: [UInt8] = []
    for entry in entries {
      let offset = bytes.count
      bytes += Self.local(entry)
      directory += Self.central(entry, offset)
    }
    bytes += between
    let start = bytes.count
    bytes += directory
    bytes += Self.four(0x0605_4B50) + Self.four(0)
    bytes += Self.two(entries.count) + Self.two(entries.count)
    bytes += Self.four(directory.count) + Self.four(start)
    return bytes + Self.two(comment.count) + comment + behind
  }

  private static func local(_ entry: Entry) -> [UInt8] {
    let name = entry.localName ?? entry.name
    let numbers = numbers(entry)
    let unknown = entry.hasDescriptor ? [UInt8](repeating: 0, count: 12) : nil
    let known = entry.localNumbers ?? unknown ?? numbers
    let head =
      four(0x0403_4B50) + two(20) + two(Int(entry.allFlags)) + two(Int(entry.method)) + four(0)
      + known + two(name.count) + two(entry.localExtra.count)
    let descriptor = entry.hasDescriptor ? four(0x0807_4B50) + numbers : []
    return head + name + entry.localExtra + (entry.packed ?? entry.content) + descriptor
  }

  private static func central(_ entry: Entry, _ offset: Int) -> [UInt8] {
    four(0x0201_4B50) + two(3 << 8 | 20) + two(20) + two(Int(entry.allFlags))
      + two(Int(entry.method)) + four(0) + numbers(entry) + two(entry.name.count)
      + two(entry.extra.count) + two(0) + two(0) + two(0) + four(Int(entry.mode) << 16)
      + four(offset) + entry.name + entry.extra
  }

  private static func numbers(_ entry: Entry) -> [UInt8] {
    four(Int(checksum(entry.content))) + four((entry.packed ?? entry.content).count)
      + four(entry.content.count)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var checksum = UInt32.max
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~checksum
  }

  static func two(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func four(_ number: Int) -> [UInt8] {
    two(number) + two(number >> 16)
  }
}

extension Zip.Entry {
  var allFlags: UInt16 { flags | (hasDescriptor ? 8 : 0) }

  /// Packed by the method that nearly all archives use, in one block that repeats a byte.
  ///
  /// - Parameter count: Of zeros: one, and then 258 for each time that they are repeated.
  static func deflatedZeros(_ name: String, repeats: Int) -> Zip.Entry {
    var bits = Bits()
    // The last block, with the fixed codes.
    bits.append(0b1, 1)
    bits.append(0b01, 2)
    // A zero, then the length 258 at the distance 1 so many times, then the end.
    bits.appendCode(0b0011_0000, 8)
    for _ in 0..<repeats {
      bits.appendCode(0b1100_0101, 8)
      bits.appendCode(0, 5)
    }
    bits.appendCode(0, 7)
    var entry = Zip.Entry(name, [UInt8](repeating: 0, count: 1 + 258 * repeats))
    entry.method = 8
    entry.packed = bits.bytes
    return entry
  }

  private struct Bits {
    var bytes: [UInt8] = []
    var used = 0

    mutating func append(_ value: Int, _ count: Int) {
      for bit in 0..<count {
        if used % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used % 8)
        used += 1
      }
    }

    /// Codes stand with their highest bit first.
    mutating func appendCode(_ code: Int, _ count: Int) {
      for bit in (0..<count).reversed() { append(code >> bit & 1, 1) }
    }
  }
}

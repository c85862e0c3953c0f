import GitValues

extension IndexTrees {
  /// Reads an index front to back, trusting nothing in it.
  struct Reader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// As deep as paths are that any system takes.
    private static let deepest = 2_000
    private static let headerSize = 12
    /// The size of an entry before its name, with the length in its flags.
    private static let entrySize = 62
    private static let flagsOffset = 60

    init(_ bytes: [UInt8], position: Int = 0, end: Int) {
      (self.bytes, self.position, self.end) = (bytes, position, end)
    }

    /// Moves past the entries, except for an unknown version.
    ///
    /// - Parameter body: Gets each entry: where it starts, after how many bytes of the previous
    ///   name its own continues (`nil` for none of it), and where the rest of its name is.
    mutating func readEntries(
      _ body: (_ start: Int, _ kept: Int?, _ name: Range<Int>) -> Void = { _, _, _ in }
    ) -> Bool {
      guard let version = word(at: 4), 2...4 ~= version, let count = word(at: 8) else {
        return false
      }
      position = Self.headerSize
      var nameSize = 0
      for _ in 0..<count {
        guard end - position > Self.entrySize else { return false }
        let flags = bytes[position + Self.flagsOffset]
        var name = position + Self.entrySize + (flags & 0x40 != 0 ? 2 : 0)
        var kept: Int?
        if version == 4 {
          guard let dropped = distance(at: &name), dropped <= nameSize else { return false }
          kept = nameSize - dropped
        }
        guard name < end, let nul = bytes[name..<end].firstIndex(of: 0) else { return false }
        body(position, kept, name..<nul)
        nameSize = (kept ?? 0) + nul - name
        position = version == 4 ? nul + 1 : position + (nul - position + 8) / 8 * 8
      }
      return position <= end
    }

    /// A number of several bytes, a bit in each of which says "more".
    private func distance(at offset: inout Int) -> Int? {
      var value = 0
      while offset < end, value < 1 << 24 {
        value = value << 7 | Int(bytes[offset] & 0x7F)
        offset += 1
        if bytes[offset - 1] & 0x80 == 0 { return value }
        value += 1
      }
      return nil
    }

    /// The signature of the extension at this position, and where its content is.
    mutating func nextExtension() -> (signature: ArraySlice<UInt8>, content: Range<Int>)? {
      guard end - position >= 8, let size = word(at: position + 4),
        size <= end - position - 8
      else { return nil }
      let start = position + 8
      defer { position = start + size }
      return (bytes[position..<position + 4], start..<start + size)
    }

    /// The trees by path, from the content of their extension.
    mutating func trees() -> [String: ObjectID]? {
      var found: [String: ObjectID] = [:]
      // The folders that are not read to their end, with the number of those still to come in each.
      var open: [(path: String, rest: Int)] = []
      repeat {
        guard let name = text(upTo: 0), let entries = number(upTo: " "),
          let folders = number(upTo: "\n"), folders >= 0, open.count < Self.deepest
        else { return nil }
        let path = open.last.map { $0.path.isEmpty ? name : "\($0.path)/\(name)" } ?? name
        if entries >= 0 {
          guard end - position >= ObjectID.byteCount else { return nil }
          found[path] = unsafe bytes[position...].withUnsafeBytes { unsafe ObjectID(bytes: $0) }
          position += ObjectID.byteCount
        }
        if !open.isEmpty { open[open.count - 1].rest -= 1 }
        open.append((path, folders))
        while open.last?.rest == 0 { open.removeLast() }
      } while !open.isEmpty
      return found
    }

    /// A number of four bytes.
    func word(at offset: Int) -> Int? {
      guard offset >= 0, offset <= end - 4 else { return nil }
      return unsafe bytes.withUnsafeBytes { bytes in
        Int(UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      }
    }

    private mutating func text(upTo mark: UInt8) -> String? {
      guard position <= end, let found = bytes[position..<end].firstIndex(of: mark) else {
        return nil
      }
      defer { position = found + 1 }
      return String(validating: bytes[position..<found], as: UTF8.self)
    }

    private mutating func number(upTo mark: Unicode.Scalar) -> Int? {
      text(upTo: UInt8(ascii: mark)).flatMap { Int($0) }
    }
  }
}

import GitValues

/// The part of a commit that gives its place in history, read from its bytes without copying
/// its author and message.
struct RawCommit {
  let tree: ObjectID
  let parents: [ObjectID]
  /// The committer's time in seconds.
  let time: Int64

  /// `nil` if these are not the bytes of a commit.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = unsafe Reader(bytes)
    guard let tree = reader.id(after: "tree ") else { return nil }
    self.tree = tree
    var parents: [ObjectID] = []
    while let parent = reader.id(after: "parent ") { parents.append(parent) }
    self.parents = parents
    guard let time = reader.committerTime() else { return nil }
    self.time = time
  }

  @safe
  private struct Reader {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) {
      unsafe rest = bytes[...]
    }

    /// The name on the next line, if the line starts with `key`.
    mutating func id(after key: StaticString) -> ObjectID? {
      let length = key.utf8CodeUnitCount
      guard unsafe rest.count > length + 40, starts(with: key) else { return nil }
      let start = unsafe rest.startIndex + length
      guard unsafe rest[start + 40] == UInt8(ascii: "\n"),
        let id = unsafe ObjectID(
          digits: UnsafeRawBufferPointer(rebasing: rest[start..<start + 40])
        )
      else { return nil }
      unsafe rest = rest[(start + 41)...]
      return id
    }

    /// The number behind the `>` of the line that starts with `committer`.
    mutating func committerTime() -> Int64? {
      while unsafe !rest.isEmpty, !starts(with: "committer ") {
        guard let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")), !starts(with: "\n") else {
          return nil
        }
        unsafe rest = rest[(end + 1)...]
      }
      let line = unsafe rest.prefix { $0 != UInt8(ascii: "\n") }
      guard let mark = unsafe line.lastIndex(of: UInt8(ascii: ">")) else { return nil }
      let digits = unsafe line[(mark + 1)...].drop { $0 == UInt8(ascii: " ") }
        .prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      // A number too large for any clock counts as the latest time.
      return unsafe Int64(String(decoding: digits, as: UTF8.self))
        ?? (unsafe digits.isEmpty ? 0 : .max)
    }

    private func starts(with key: StaticString) -> Bool {
      let length = key.utf8CodeUnitCount
      guard unsafe rest.count >= length else { return false }
      for offset in 0..<length
      where unsafe rest[rest.startIndex + offset] != key.utf8Start[offset] { return false }
      return true
    }
  }
}

/// A tree's bytes as they are stored, read without any trust in them.
@safe
struct RawTree {
  private let bytes: UnsafeRawBufferPointer
  private let id: ObjectID

  /// Reads `bytes`, which the caller keeps for as long as this value is used.
  init(_ bytes: UnsafeRawBufferPointer, id: ObjectID) {
    unsafe self.bytes = bytes
    self.id = id
  }

  /// An entry whose name is still bytes of the tree.
  @safe
  struct Entry {
    let mode: UInt32
    let name: UnsafeRawBufferPointer
    let id: ObjectID

    var isTree: Bool { mode == FileMode.tree.rawValue }
    var nameBytes: [UInt8] { unsafe Array(name) }

    /// What git sorts entries by: a directory's name counts with a slash behind it.
    var sortingKey: [UInt8] { isTree ? nameBytes + [UInt8(ascii: "/")] : nameBytes }
  }

  /// Calls `body` for one entry after the other, until it answers `false`.
  func forEach(_ body: (Entry) throws(GitError) -> Bool) throws(GitError) {
    var position = 0
    while unsafe position < bytes.count {
      guard let entry = parse(at: &position) else {
        throw GitError(.corrupt, "the tree '\(id)' is damaged")
      }
      guard try body(entry) else { return }
    }
  }

  /// The entry with this very name.
  func entry(named name: [UInt8]) throws(GitError) -> Entry? {
    var found: Entry?
    try forEach { (entry) throws(GitError) in
      guard unsafe entry.name.count == name.count, unsafe entry.name.elementsEqual(name) else {
        return true
      }
      found = entry
      return false
    }
    return found
  }

  /// Reads `MODE SP NAME NUL ID`, the mode in octal digits, and moves `position` behind it.
  private func parse(at position: inout Int) -> Entry? {
    var mode: UInt32 = 0
    let start = position
    while unsafe position < bytes.count, unsafe bytes[position] != UInt8(ascii: " ") {
      let digit = unsafe bytes[position] &- UInt8(ascii: "0")
      guard digit < 8, position - start < 7 else { return nil }
      mode = mode << 3 | UInt32(digit)
      position += 1
    }
    let nameStart = position + 1
    guard position > start, unsafe nameStart <= bytes.count,
      let length = unsafe bytes[nameStart...].firstIndex(of: 0).map({ $0 - nameStart }),
      unsafe nameStart + length + 1 + ObjectID.byteCount <= bytes.count
    else { return nil }
    let idStart = nameStart + length + 1
    position = idStart + ObjectID.byteCount
    return unsafe Entry(
      mode: mode,
      name: UnsafeRawBufferPointer(rebasing: bytes[nameStart..<nameStart + length]),
      id: ObjectID(bytes: UnsafeRawBufferPointer(rebasing: bytes[idStart..<position]))
    )
  }
}

import Base
private import CLibrary

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
    /// Whether the mode has zeros before it, which git never writes and calls a fault.
    let isPadded: Bool
    let name: UnsafeRawBufferPointer
    let id: ObjectID

    var isTree: Bool { mode == FileMode.tree.rawValue }
    var nameBytes: [UInt8] { unsafe Array(name) }

    func isNamed(_ name: [UInt8]) -> Bool {
      unsafe self.name.count == name.count && self.name.elementsEqual(name)
    }

    func isBefore(_ other: Entry) -> Bool {
      let shared = unsafe min(name.count, other.name.count)
      for index in 0..<shared where unsafe name[index] != other.name[index] {
        return unsafe name[index] < other.name[index]
      }
      return byte(at: shared) < other.byte(at: shared)
    }

    private func byte(at index: Int) -> UInt8 {
      if unsafe index < name.count { return unsafe name[index] }
      return isTree ? UInt8(ascii: "/") : 0
    }
  }

  /// Calls `body` for one entry after the other, until it answers `false`.
  func forEach(_ body: (Entry) throws(OperationError) -> Bool) throws(OperationError) {
    var position = 0
    while let entry = try next(at: &position) {
      guard try body(entry) else { return }
    }
  }

  /// The entry at `position`, which moves behind it; `nil` at the end.
  func next(at position: inout Int) throws(OperationError) -> Entry? {
    guard unsafe position < bytes.count else { return nil }
    guard let entry = parse(at: &position) else {
      throw OperationError(.corrupt, "the tree '\(id)' is damaged")
    }
    return entry
  }

  /// The entry with this very name.
  func entry(named name: [UInt8]) throws(OperationError) -> Entry? {
    var found: Entry?
    try forEach { (entry) throws(OperationError) in
      guard entry.isNamed(name) else { return true }
      found = entry
      return false
    }
    return found
  }

  /// Where the first entry starts that the other tree may not have too, in the same bytes.
  ///
  /// What is before it is not taken apart: a mode and a name end at the first zero, with an id behind.
  func startOfDifference(from other: RawTree) -> Int {
    let shared = sharedPrefix(with: other)
    var start = 0
    while let end = endOfName(from: start), end + 1 + ObjectID.byteCount <= shared {
      start = end + 1 + ObjectID.byteCount
    }
    return start
  }

  /// Whether both trees go on with the same bytes.
  func hasSameRest(from position: Int, as other: RawTree, from otherPosition: Int) -> Bool {
    let count = unsafe bytes.count - position
    guard unsafe count == other.bytes.count - otherPosition else { return false }
    guard count > 0, let left = unsafe bytes.baseAddress, let right = unsafe other.bytes.baseAddress
    else { return true }
    return unsafe memcmp(left + position, right + otherPosition, count) == 0
  }

  private func sharedPrefix(with other: RawTree) -> Int {
    let limit = unsafe min(bytes.count, other.bytes.count)
    guard let left = unsafe bytes.baseAddress, let right = unsafe other.bytes.baseAddress else {
      return 0
    }
    var shared = 0
    for step in [4_096, 64] {
      while shared + step <= limit, unsafe memcmp(left + shared, right + shared, step) == 0 {
        shared += step
      }
    }
    while shared < limit, unsafe bytes[shared] == other.bytes[shared] { shared += 1 }
    return shared
  }

  private func endOfName(from start: Int) -> Int? {
    guard unsafe start < bytes.count, let base = unsafe bytes.baseAddress,
      let end = unsafe memchr(base + start, 0, bytes.count - start)
    else { return nil }
    return unsafe UnsafeRawPointer(end) - base
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
    guard position > start, let nameEnd = endOfName(from: nameStart),
      unsafe nameEnd + 1 + ObjectID.byteCount <= bytes.count
    else { return nil }
    let idStart = nameEnd + 1
    position = idStart + ObjectID.byteCount
    return unsafe Entry(
      mode: mode,
      isPadded: bytes[start] == UInt8(ascii: "0"),
      name: UnsafeRawBufferPointer(rebasing: bytes[nameStart..<nameEnd]),
      id: ObjectID(bytes: UnsafeRawBufferPointer(rebasing: bytes[idStart..<position]))
    )
  }
}

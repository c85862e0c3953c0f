import Files
import Git
import GitValues

/// Builds a ``LayoutRecord``, folder by folder in the order of ``LayoutRecord/isBefore(_:_:)``.
struct LayoutRecordWriter {
  static let header = "registry-layout 3\n"

  private let tree: ObjectID
  private let taken: Int
  private var bytes: [UInt8]
  private var blocks: [Int] = []

  /// - Parameter size: The approximate size in bytes.
  init(tree: ObjectID, taken: Int, size: Int = 0) {
    (self.tree, self.taken) = (tree, taken)
    bytes = Array(Self.header.utf8)
    bytes.reserveCapacity(size)
    put(0)
    put(tree)
    put(taken)
  }

  /// Adds a block of another record unchanged.
  mutating func add(_ block: ArraySlice<UInt8>) {
    blocks.append(bytes.count)
    bytes += block
  }

  mutating func add(_ folder: LayoutFolder) {
    let start = bytes.count
    blocks.append(start)
    put(UInt32(0))
    put(folder.stamp ?? .unknown)
    put(UInt32(folder.entries.count))
    put(name: folder.path.string.utf8[...])
    let above = folder.path.isRoot ? 0 : folder.path.string.utf8.count + 1
    for entry in folder.entries {
      put(entry.item.mode.rawValue)
      put(entry.item.id)
      put(entry.stamp ?? .unknown)
      put(name: entry.item.path.string.utf8.dropFirst(above))
    }
    replace(at: start, with: UInt32(bytes.count - start))
  }

  /// The record, once all folders are in it.
  consuming func record() -> LayoutRecord {
    replace(at: Self.header.utf8.count, with: bytes.count)
    return LayoutRecord(tree: tree, taken: taken, bytes: bytes, blocks: blocks)
  }

  private mutating func put(_ value: some BitwiseCopyable) {
    withUnsafeBytes(of: value) { bytes += $0 }
  }

  private mutating func put(name: Substring.UTF8View) {
    put(UInt16(name.count))
    bytes += name
    bytes.append(0)
  }

  private mutating func replace(at position: Int, with value: some BitwiseCopyable) {
    withUnsafeBytes(of: value) { value in
      for (offset, byte) in value.enumerated() { bytes[position + offset] = byte }
    }
  }
}

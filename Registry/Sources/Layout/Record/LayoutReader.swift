import Files
import Git
import GitValues

/// Reads the bytes of a ``LayoutRecord`` without trusting them.
///
/// A block is its size in bytes, the folder's stamp (zeros for none), the number of entries and the
/// path; an entry is its mode, its object, a stamp (zeros for none) and the name. Path and names
/// have their length before them and a zero byte after them.
struct LayoutReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    (self.bytes, self.position) = (bytes, position)
  }

  mutating func value<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    guard size <= bytes.count - position else { return nil }
    defer { position += size }
    return bytes.loadUnaligned(fromByteOffset: position, as: type)
  }

  mutating func text(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// A stamp where there is one.
  mutating func stamp() -> FileStamp?? {
    value(FileStamp.self).map { $0 == .unknown ? nil : $0 }
  }

  /// A text with its length before it and a zero byte after it, which `count` excludes.
  mutating func name() -> UnsafeRawBufferPointer? {
    guard let count = value(UInt16.self), let text = text(Int(count) + 1), text.last == 0 else {
      return nil
    }
    return UnsafeRawBufferPointer(rebasing: text.dropLast())
  }

  mutating func skipBlock() -> Bool {
    let start = position
    guard let size = value(UInt32.self), size > MemoryLayout<UInt32>.size,
      size <= bytes.count - start
    else { return false }
    position = start + Int(size)
    return true
  }

  struct Head {
    let stamp: FileStamp?
    let count: Int
    let path: UnsafeRawBufferPointer
  }

  mutating func head() -> Head? {
    guard value(UInt32.self) != nil, let stamp = stamp(), let count = value(UInt32.self),
      let path = name()
    else { return nil }
    return Head(stamp: stamp, count: Int(count), path: path)
  }

  struct Entry {
    let mode: UInt32
    let id: ObjectID
    let stamp: FileStamp?
    let name: UnsafeRawBufferPointer

    var isFolder: Bool {
      mode == FileMode.tree.rawValue || mode == FileMode.submodule.rawValue
    }
  }

  mutating func entry() -> Entry? {
    guard let mode = value(UInt32.self), let id = value(ObjectID.self), let stamp = stamp(),
      let name = name()
    else { return nil }
    return Entry(mode: mode, id: id, stamp: stamp, name: name)
  }

  /// The path of the folder whose block starts here; empty if there is none.
  func path() -> UnsafeRawBufferPointer {
    var reader = self
    return reader.head()?.path ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  func folder() -> LayoutFolder? {
    var reader = self
    guard let head = reader.head(),
      let path = try? TreePath(String(decoding: head.path, as: UTF8.self))
    else { return nil }
    var entries: [LayoutFolder.Entry] = []
    for _ in 0..<head.count {
      guard let entry = reader.entry(), let mode = FileMode(rawValue: entry.mode),
        let name = try? TreePath(String(decoding: entry.name, as: UTF8.self))
      else { return nil }
      let item = TreeListing.Item(path: path.appending(name), mode: mode, id: entry.id)
      entries.append(LayoutFolder.Entry(item: item, stamp: entry.stamp))
    }
    return LayoutFolder(path: path, stamp: head.stamp, entries: entries)
  }
}

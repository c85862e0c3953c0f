import Files
import Git
import GitValues

/// The record of a checkout, as the bytes of a file: a block for each folder, in git's order of
/// trees, with its entries and their stamps.
///
/// Most of it is examined and copied without being parsed, so that a large tree costs little more
/// than the system calls for its files.
struct LayoutRecord {
  let tree: ObjectID
  /// When the stamps were taken, in nanoseconds since 1970: what was changed right before is not
  /// proved by its stamp.
  let taken: Int
  let bytes: [UInt8]
  /// Where the blocks start, the root's first.
  let blocks: [Int]

  /// The record of no checkout.
  static var empty: LayoutRecord {
    var writer = LayoutRecordWriter(tree: .emptyTree, taken: 0)
    writer.add(LayoutFolder(path: .root, stamp: nil, entries: []))
    return writer.record()
  }

  func folder(_ number: Int) -> LayoutFolder? {
    bytes.withUnsafeBytes { LayoutReader($0, at: blocks[number]).folder() }
  }

  /// The number of the folder at a path, where there is one.
  func number(of path: TreePath) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var range = blocks.startIndex..<blocks.endIndex
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        let name = LayoutReader(bytes, at: blocks[middle]).path()
        if Self.isBefore(name, path) {
          range = (middle + 1)..<range.upperBound
        } else if name.elementsEqual(path.string.utf8) {
          return middle
        } else {
          range = range.lowerBound..<middle
        }
      }
      return nil
    }
  }

  func folder(at path: TreePath) -> LayoutFolder? {
    number(of: path).flatMap(folder)
  }

  /// The numbers of a folder and of all folders below it.
  func numbers(inside path: TreePath) -> Range<Int> {
    guard let first = number(of: path) else { return 0..<0 }
    if path.isRoot { return blocks.indices }
    return bytes.withUnsafeBytes { bytes in
      let end = blocks[(first + 1)...].firstIndex { block in
        let name = LayoutReader(bytes, at: block).path()
        let prefix = path.string.utf8
        return !(name.starts(with: prefix) && name.dropFirst(prefix.count).first == slash)
      }
      return first..<(end ?? blocks.endIndex)
    }
  }

  /// The block of a folder, as it is in the file.
  func block(_ number: Int) -> ArraySlice<UInt8> {
    let next = number + 1
    return bytes[blocks[number]..<(next < blocks.endIndex ? blocks[next] : bytes.endIndex)]
  }

  /// Whether a new folder comes before one of the record.
  func isFolder(_ path: TreePath, before number: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      !Self.isBefore(LayoutReader(bytes, at: blocks[number]).path(), path)
    }
  }

  /// Whether git sorts a folder before another one: both names count with a slash at the end.
  static func isBefore(_ name: some Sequence<UInt8>, _ path: TreePath) -> Bool {
    if path.isRoot { return false }
    var (left, right) = (name.makeIterator(), path.string.utf8.makeIterator())
    var isFirst = true
    while true {
      switch (left.next(), right.next()) {
      case (nil, nil): return false
      // The root comes first.
      case (nil, let other?): return isFirst || slash <= other
      case (let byte?, nil): return byte < slash
      case (let byte?, let other?): if byte != other { return byte < other }
      }
      isFirst = false
    }
  }
}

private let slash = UInt8(ascii: "/")

extension LayoutRecord {
  /// `nil` for the data of another version of the program, or for incomplete data: the files are
  /// then compared.
  init?(reading bytes: [UInt8]) {
    let head = bytes.withUnsafeBytes { bytes -> (ObjectID, Int, [Int])? in
      var reader = LayoutReader(bytes, at: 0)
      guard
        reader.text(LayoutRecordWriter.header.utf8.count)?
          .elementsEqual(LayoutRecordWriter.header.utf8) == true,
        reader.value(Int.self) == bytes.count,
        let tree = reader.value(ObjectID.self), let taken = reader.value(Int.self), taken >= 0
      else { return nil }
      var blocks: [Int] = []
      while reader.position < bytes.count {
        blocks.append(reader.position)
        guard reader.skipBlock() else { return nil }
      }
      return (tree, taken, blocks)
    }
    guard let (tree, taken, blocks) = head, !blocks.isEmpty else { return nil }
    (self.tree, self.taken, self.bytes, self.blocks) = (tree, taken, bytes, blocks)
  }
}

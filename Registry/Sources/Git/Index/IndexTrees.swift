import GitValues

/// The trees of which git remembers in its index that all files in them are staged as the tree has
/// them.
///
/// The library knows them too, and reads every tree of the newest commit all the same before it
/// says that nothing is staged.
struct IndexTrees {
  /// What the index ends with, which tells it from any other one.
  let checksum: ObjectID
  private(set) var byPath: [String: ObjectID] = [:]

  private static let signature = Array("DIRC".utf8)
  private static let extensionSignature = Array("TREE".utf8)
  private static let headerSize = 12

  /// Reads the bytes of an index; `nil` if it remembers no trees, or in another way.
  init?(_ index: [UInt8]) {
    guard index.starts(with: Self.signature), index.count > Self.headerSize + ObjectID.byteCount
    else { return nil }
    let end = index.count - ObjectID.byteCount
    checksum = unsafe index.withUnsafeBytes {
      unsafe ObjectID(bytes: UnsafeRawBufferPointer(rebasing: $0[end...]))
    }
    var reader = Reader(index, end: end)
    // Without a checksum, as `index.skipHash` writes it, nothing tells one index from another.
    guard checksum != .zero, reader.readEntries() else { return nil }
    while let (name, content) = reader.nextExtension() {
      guard name.elementsEqual(Self.extensionSignature) else { continue }
      var trees = Reader(index, position: content.lowerBound, end: content.upperBound)
      guard let found = trees.trees() else { return nil }
      byPath = found
      return
    }
    return nil
  }
}

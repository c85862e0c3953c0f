import Base

/// The bytes of the trees that were read last: a walk through history compares each tree with the one
/// after it and then with the one before.
struct RecentTrees {
  private struct Entry {
    let id: ObjectID
    let bytes: [UInt8]
  }

  /// For a few levels of folders on a few lines of development.
  private static let capacity = 16

  private var entries: [Entry] = []
  private var oldest = 0

  mutating func bytes(
    of tree: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) -> [UInt8] {
    if tree == .emptyTree { return [] }
    if let known = entries.first(where: { $0.id == tree }) { return known.bytes }
    let bytes = try unsafe repository.withUnverifiedObject(tree, .tree) { unsafe Array($0) }
    let entry = Entry(id: tree, bytes: bytes)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.capacity
    }
    return bytes
  }
}

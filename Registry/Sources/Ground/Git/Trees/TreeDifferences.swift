import Base

/// The names that differ between two trees; for many paths cached by the pair of trees, so that
/// neighbours in history are compared once for all of them.
struct TreeDifferences {
  struct Pair: Hashable {
    let old: ObjectID
    let new: ObjectID
  }

  /// A name with its object in each tree, if it has one there.
  struct Difference {
    let name: [UInt8]
    let old: Side?
    let new: Side?
  }

  struct Side {
    let mode: UInt32
    let id: ObjectID

    init(_ entry: RawTree.Entry) {
      (mode, id) = (entry.mode, entry.id)
    }

    var isTree: Bool { mode == FileMode.tree.rawValue }
  }

  private var known: [Pair: [Difference]] = [:]
  private var trees = RecentTrees()

  /// Some of the paths of a mask, as bits.
  struct PathChanges {
    /// Where something else, or nothing, is in the new tree.
    var changed: UInt64 = 0
    /// The changed paths where the new tree has a folder and the old one has none.
    var begun: UInt64 = 0
  }

  /// How the paths differ between two trees.
  mutating func changes(
    of paths: PathMask,
    _ old: ObjectID,
    _ new: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) -> PathChanges {
    guard old != new else { return PathChanges() }
    let parted = paths.bits.parted
    var changes = PathChanges(changed: paths.bits.whole)
    guard !paths.children.isEmpty else { return changes }
    for difference in try differences(Pair(old: old, new: new), in: repository) {
      guard let below = paths.children[difference.name] else {
        changes.changed |= parted
        continue
      }
      let before = difference.old.flatMap { $0.isTree ? $0.id : nil }
      let after = difference.new.flatMap { $0.isTree ? $0.id : nil }
      let found = try self.changes(
        of: below,
        before ?? .emptyTree,
        after ?? .emptyTree,
        in: repository
      )
      // Where a file is or was, the ids of the trees say nothing about it.
      changes.changed |= found.changed | below.bits.whole
      changes.changed |= parted & ~below.bits.parted & ~below.bits.left
      let isOrWasFile = [difference.old, difference.new].contains { $0.map { !$0.isTree } ?? false }
      if isOrWasFile { changes.changed |= below.bits.parted }
      changes.begun |= found.begun
      if before == nil, after != nil { changes.begun |= below.bits.here }
    }
    return changes
  }

  private mutating func differences(
    _ pair: Pair,
    in repository: borrowing Repository
  ) throws(OperationError) -> [Difference] {
    if let known = known[pair] { return known }
    let found = try compare(pair, in: repository)
    known[pair] = found
    return found
  }

  mutating func compare(
    _ pair: Pair,
    in repository: borrowing Repository
  ) throws(OperationError) -> [Difference] {
    let old = try trees.bytes(of: pair.old, in: repository)
    let new = try trees.bytes(of: pair.new, in: repository)
    return try unsafe old.withUnsafeBufferPointer { (old) throws(OperationError) in
      try unsafe new.withUnsafeBufferPointer { (new) throws(OperationError) in
        try Self.compare(
          unsafe RawTree(UnsafeRawBufferPointer(old), id: pair.old),
          unsafe RawTree(UnsafeRawBufferPointer(new), id: pair.new)
        )
      }
    }
  }

  /// Neighbours in history differ in few entries, so what both have before and behind those is
  /// compared as bytes.
  static func compare(
    _ old: RawTree,
    _ new: RawTree
  ) throws(OperationError) -> [Difference] {
    var differences: [Difference] = []
    let start = old.startOfDifference(from: new)
    var (leftStart, rightStart) = (start, start)
    while !old.hasSameRest(from: leftStart, as: new, from: rightStart) {
      var (leftEnd, rightEnd) = (leftStart, rightStart)
      let left = try old.next(at: &leftEnd)
      let right = try new.next(at: &rightEnd)
      let isOnlyLeft = right.map { right in left.map { $0.isBefore(right) } ?? false } ?? true
      let isOnlyRight = left.map { left in right.map { $0.isBefore(left) } ?? false } ?? true
      let before = isOnlyRight ? nil : left
      let after = isOnlyLeft ? nil : right
      if before?.id != after?.id || before?.mode != after?.mode, let entry = before ?? after {
        differences.append(
          Difference(name: entry.nameBytes, old: before.map(Side.init), new: after.map(Side.init))
        )
      }
      if !isOnlyRight { leftStart = leftEnd }
      if !isOnlyLeft { rightStart = rightEnd }
    }
    return differences
  }
}

package import Base

/// Which of some commits are in the histories of which others.
package struct CommitAncestry: Sendable {
  fileprivate let places: [ObjectID: Int]
  /// By place, the places of the commits that lead to the one there, itself included.
  fileprivate let sets: [[UInt64]]

  /// Whether `ancestor` is in the history of `descendant`, which a commit itself is.
  ///
  /// - Parameter ancestor: One of those that were asked about, as `descendant` is.
  package func contains(_ ancestor: ObjectID, in descendant: ObjectID) -> Bool {
    guard let ancestor = places[ancestor], let descendant = places[descendant] else { return false }
    return sets[descendant].contains(ancestor)
  }
}

extension Repository {
  /// Compares all commits with each other in one pass over their histories.
  package func ancestry(
    among commits: [ObjectID],
    graph: inout CommitGraph
  ) throws(OperationError) -> CommitAncestry {
    var places: [ObjectID: Int] = [:]
    for id in commits where places[id] == nil { places[id] = places.count }
    var bits: [Int: Int] = [:]
    for (id, place) in places { bits[graph.position(of: id)] = place }
    let empty = [UInt64](repeating: 0, count: (places.count + 63) / 64)
    // Those of a commit with one parent are its parent's, and take no memory of their own.
    var sets: [Int: [UInt64]] = [:]
    var stack = Array(bits.keys)
    while let position = stack.last {
      let parents = try graph.node(at: position, in: self).parents
      let open = parents.filter { sets[$0] == nil }
      guard sets[position] != nil || open.isEmpty else {
        stack += open
        continue
      }
      stack.removeLast()
      guard sets[position] == nil else { continue }
      var set = parents.first.flatMap { sets[$0] } ?? empty
      for parent in parents.dropFirst() { if let other = sets[parent] { set.formUnion(other) } }
      if let bit = bits[position] { set.insert(bit) }
      sets[position] = set
    }
    var result = [[UInt64]](repeating: empty, count: places.count)
    for (position, place) in bits { result[place] = sets[position] ?? empty }
    return CommitAncestry(places: places, sets: result)
  }
}

/// A set of small numbers, a bit for each.
extension [UInt64] {
  fileprivate func contains(_ bit: Int) -> Bool { self[bit / 64] & (1 << (bit % 64)) != 0 }

  fileprivate mutating func insert(_ bit: Int) { self[bit / 64] |= 1 << (bit % 64) }

  /// Copies nothing if it has all of `other` already.
  fileprivate mutating func formUnion(_ other: [UInt64]) {
    for index in indices where other[index] & ~self[index] != 0 { self[index] |= other[index] }
  }
}

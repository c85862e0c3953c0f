package import Base
private import CGit2

/// The part of the history that was read so far: each commit's tree, parents and time.
///
/// If several queries about one repository share a value, each commit is read only once.
package struct CommitGraph: Sendable {
  /// The part of a commit that is read; the parents are positions in the graph.
  struct Node {
    let tree: ObjectID
    let parents: [Int]
    let time: Int64
  }

  private var positions: [ObjectID: Int] = [:]
  private var ids: [ObjectID] = []
  private var nodes: [Node?] = []
  private var boundary: Set<ObjectID>?
  /// Between the trees of the commits.
  var differences = TreeDifferences()

  package init() {}

  func id(at position: Int) -> ObjectID { ids[position] }

  mutating func position(of id: ObjectID) -> Int {
    if let known = positions[id] { return known }
    positions[id] = ids.count
    ids.append(id)
    nodes.append(nil)
    return ids.count - 1
  }

  /// The commit at `position`, which is read if this is the first time.
  mutating func node(
    at position: Int,
    in repository: borrowing Repository
  ) throws(OperationError) -> Node {
    if let node = nodes[position] { return node }
    let id = ids[position]
    let raw = try unsafe repository.withUnverifiedObject(id, .commit) {
      (bytes) throws(OperationError) in
      unsafe RawCommit(bytes)
    }
    guard let raw else { throw OperationError(.corrupt, "the commit '\(id)' is damaged") }
    let boundary = try shallowBoundary(of: repository)
    let parents = boundary.contains(id) ? [] : raw.parents.map { self.position(of: $0) }
    let node = Node(tree: raw.tree, parents: parents, time: raw.time)
    nodes[position] = node
    return node
  }

  /// The parents of a commit; none where a shallow clone ends.
  package mutating func parents(
    of commit: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) -> [ObjectID] {
    try node(at: position(of: commit), in: repository).parents.map { ids[$0] }
  }

  /// libgit2 does not cut history where a shallow clone ends, so it is cut here.
  private mutating func shallowBoundary(
    of repository: borrowing Repository
  ) throws(OperationError) -> Set<ObjectID> {
    if let boundary { return boundary }
    let read = try repository.shallowBoundary()
    boundary = read
    return read
  }
}

/// The result of ``Repository/ancestry(among:graph:)``: for each of some commits, those of the others
/// that are its ancestors.
package struct CommitAncestry: Sendable {
  fileprivate let places: [ObjectID: Int]
  /// The places of the commits in the history of the one at each place, itself included, as bits.
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

extension Repository {
  /// The commits that are in the history of `descendant`, itself included, found in one walk that
  /// ends with the last of them.
  package func ancestors(
    among commits: Set<ObjectID>,
    of descendant: ObjectID,
    graph: inout CommitGraph
  ) throws(OperationError) -> Set<ObjectID> {
    var missing = commits
    var seen: Set<Int> = []
    var queue = DateQueue()
    var pending = [graph.position(of: descendant)]
    while true {
      for position in pending where seen.insert(position).inserted {
        queue.insert(position, time: try graph.node(at: position, in: self).time)
      }
      guard !missing.isEmpty, let position = queue.popFirst() else { break }
      missing.remove(graph.id(at: position))
      pending = try graph.node(at: position, in: self).parents
    }
    return commits.subtracting(missing)
  }
}

extension Repository {
  /// Whether `commit` is in the history of `descendant`, which a commit itself is.
  package func isAncestor(
    _ commit: ObjectID,
    of descendant: ObjectID
  ) throws(OperationError) -> Bool {
    try isAncestor(commit, ofAny: [descendant])
  }

  /// The branches that have `commit` in their histories, by their full names; remote-tracking ones
  /// as far as the last fetch or push knows.
  ///
  /// - Parameter pattern: `refs/heads/*` or `refs/remotes/*`.
  package func branches(
    _ pattern: String,
    containing commit: ObjectID
  ) throws(OperationError) -> [String] {
    var tips: [(name: String, id: ObjectID)] = []
    for reference in try references(matching: pattern) {
      // `origin/HEAD` names another branch of the list; a tip that is not here was never fetched.
      if case .object(let id) = reference.target, try header(of: id)?.kind == .commit {
        tips.append((reference.name, id))
      }
    }
    guard try isAncestor(commit, ofAny: tips.map(\.id)) else { return [] }
    var names: [String] = []
    for tip in tips where try isAncestor(commit, of: tip.id) {
      names.append(tip.name)
    }
    return names
  }

  /// Whether `commit` is in the history of a tip, which a tip itself is; false without tips.
  package func isAncestor(
    _ commit: ObjectID,
    ofAny tips: [ObjectID]
  ) throws(OperationError) -> Bool {
    if tips.isEmpty { return false }
    // libgit2 does not cut history where a shallow clone ends.
    if isShallow {
      var graph = CommitGraph()
      for tip in tips where try !ancestors(among: [commit], of: tip, graph: &graph).isEmpty {
        return true
      }
      return false
    }
    var id = commit.raw
    let raw = tips.map(\.raw)
    let result = unsafe raw.withUnsafeBufferPointer { tips in
      unsafe git_graph_reachable_from_any(pointer, &id, tips.baseAddress, tips.count)
    }
    return try check(result) == 1
  }
}

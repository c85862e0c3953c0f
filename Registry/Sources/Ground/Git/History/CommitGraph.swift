package import Base

/// The part of the history that was read so far: each commit's tree, parents and time.
///
/// If several queries about one repository share a value, each commit is read only once.
package struct CommitGraph: Sendable {
  /// What is read of a commit; the parents are positions.
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

  /// None where a shallow clone ends.
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

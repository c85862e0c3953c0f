package import Base

extension Repository {
  /// Those of the commits that are in the history of `descendant`, itself included, found in one
  /// walk that ends with the last of them.
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

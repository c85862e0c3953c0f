package import Base

extension Repository {
  /// The commits that changed `path` and that lead to `tip` but not to `since`, newest first: what
  /// `git log` shows for the same range and path.
  ///
  /// Commits are compared by the id at the path, so the cost is that of reading the commits and
  /// the trees above the path, and none of what is below.
  /// - Parameter graph: Keeps what was read, for the next question.
  package func commits(
    touching path: TreePath = .root,
    from tip: ObjectID,
    excluding since: ObjectID? = nil,
    graph: inout CommitGraph
  ) throws(OperationError) -> [ObjectID] {
    try commits(
      of: [PathQuery(path, since: since)],
      from: tip,
      includingMerges: true,
      graph: &graph
    )[0]
  }

  /// The commits that lead to `tip` and changed each path, without those that lead to the path's
  /// own end, newest first, at the cost of one walk for dozens of paths.
  ///
  /// - Parameter includingMerges: Whether merges that differ from all of their parents are among
  ///   them.
  package func commits(
    of queries: [PathQuery],
    from tip: ObjectID,
    includingMerges: Bool = false,
    graph: inout CommitGraph
  ) throws(OperationError) -> [[ObjectID]] {
    var commits: [[ObjectID]] = []
    while commits.count < queries.count {
      var walk = PathHistories(queries.dropFirst(commits.count).prefix(PathHistories.capacity))
      walk.includesMerges = includingMerges
      commits += try walk.run(from: tip, graph: &graph, repository: self)
    }
    return commits
  }

  /// The moves of the folders in the commits that lead to `tip` and not to each one's own end.
  package func moves(
    of queries: [PathQuery],
    from tip: ObjectID,
    graph: inout CommitGraph
  ) throws(OperationError) -> Set<MovedFolder> {
    var moves: Set<MovedFolder> = []
    var rest = queries[...]
    while !rest.isEmpty {
      var walk = PathHistories(rest.prefix(PathHistories.capacity))
      // No branch is left out, whatever became of it in a merge.
      walk.simplifies = false
      _ = try walk.run(from: tip, graph: &graph, repository: self)
      moves.formUnion(walk.moves)
      rest = rest.dropFirst(PathHistories.capacity)
    }
    return moves
  }

  /// The commits at which a shallow clone ends; they have parents elsewhere.
  package func shallowBoundary() throws(OperationError) -> Set<ObjectID> {
    guard isShallow else { return [] }
    let content = try LocalFile.read("\(commonDirectory)/shallow") ?? []
    var boundary: Set<ObjectID> = []
    for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
      guard let id = ObjectID(digits: Array(line.utf8)) else {
        throw OperationError(.corrupt, "'\(commonDirectory)/shallow' has the line '\(line)'")
      }
      boundary.insert(id)
    }
    return boundary
  }
}

/// Commits by time, newest first; of the same time, the one that came first.
struct DateQueue {
  private struct Element {
    let time: Int64
    let arrival: Int
    let position: Int

    func isBefore(_ other: Element) -> Bool {
      time != other.time ? time > other.time : arrival < other.arrival
    }
  }

  // A binary heap: the children of `index` are at twice the index plus one and plus two.
  private var heap: [Element] = []
  private var arrivals = 0

  /// The time of the element that is next.
  var nextTime: Int64? { heap.first?.time }

  mutating func insert(_ position: Int, time: Int64) {
    heap.append(Element(time: time, arrival: arrivals, position: position))
    arrivals += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Int? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first.position }
    heap[0] = last
    var parent = 0
    while true {
      var earliest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[earliest]) {
        earliest = child
      }
      guard earliest != parent else { return first.position }
      heap.swapAt(parent, earliest)
      parent = earliest
    }
  }

  func allSatisfy(_ condition: (Int) -> Bool) -> Bool {
    heap.allSatisfy { condition($0.position) }
  }
}

import GitValues

/// Walks history from two sides at once, newest first, and marks each commit with the sides that it
/// was reached from.
struct CommonAncestors {
  private struct Sides: OptionSet {
    let rawValue: UInt8
    static let left = Sides(rawValue: 1)
    static let right = Sides(rawValue: 2)
    static let both: Sides = [.left, .right]
    /// Above a commit that both sides reach.
    static let stale = Sides(rawValue: 4)
  }

  private var sides: [Sides] = []
  private var queue = DateQueue()
  /// Commits that both sides reach, in the order in which that was found.
  private var common: [Int] = []
  /// The oldest time of a commit that was met from one side alone.
  private var oldestOneSided = Int64.max

  /// Whether any of `right` has `left` in its history, itself included.
  static func isReachable(
    _ left: ObjectID,
    from right: [ObjectID],
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) -> Bool {
    let wanted = graph.position(of: left)
    var walk = CommonAncestors()
    try walk.run(from: left, and: right, &graph, repository) { walk in
      walk.has(.right, wanted) || walk.isQueueStale
    }
    return walk.has(.right, wanted)
  }

  /// The commits that both have in their histories, except those above another one of them.
  static func mergeBases(
    _ left: ObjectID,
    _ right: ObjectID,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) -> [ObjectID] {
    var walk = CommonAncestors()
    try walk.run(from: left, and: [right], &graph, repository) { $0.isQueueStale }
    let found = walk.common.filter { !walk.has(.stale, $0) }.map { graph.id(at: $0) }
    var bases: [ObjectID] = []
    for base in found {
      // Clocks in the wrong order can leave a commit here that another one leads to.
      let others = found.filter { $0 != base }
      if try !isReachable(base, from: others, &graph, repository) { bases.append(base) }
    }
    return bases
  }

  /// How many commits only the left and only the right has in its history.
  static func difference(
    _ left: ObjectID,
    _ right: ObjectID,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) -> (left: Int, right: Int) {
    var walk = CommonAncestors()
    try walk.run(from: left, and: [right], &graph, repository) { walk in
      // What is still queued may lead to commits that were counted for one side, unless it is
      // older than all of them.
      walk.isQueueStale && (walk.queue.nextTime ?? .min) < walk.oldestOneSided
    }
    return (
      walk.sides.count { $0.intersection(.both) == .left },
      walk.sides.count { $0.intersection(.both) == .right }
    )
  }

  private var isQueueStale: Bool {
    queue.allSatisfy { has(.stale, $0) }
  }

  private mutating func run(
    from left: ObjectID,
    and right: [ObjectID],
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository,
    until isDone: (borrowing CommonAncestors) -> Bool
  ) throws(GitError) {
    for (ids, side) in [([left], Sides.left), (right, Sides.right)] {
      for id in ids { try mark(graph.position(of: id), side, &graph, repository) }
    }
    while !isDone(self), let position = queue.popFirst() {
      var reached = sides[position].intersection([.both, .stale])
      let node = try graph.node(at: position, in: repository)
      if reached == .both {
        common.append(position)
        reached.insert(.stale)
      } else if !reached.contains(.stale) {
        oldestOneSided = min(oldestOneSided, node.time)
      }
      for parent in node.parents { try mark(parent, reached, &graph, repository) }
    }
  }

  /// Queues the commit, again if need be, when it is reached from a side that is new to it.
  private mutating func mark(
    _ position: Int,
    _ side: Sides,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) {
    while sides.count <= position { sides.append([]) }
    guard !sides[position].isSuperset(of: side) else { return }
    sides[position].formUnion(side)
    queue.insert(position, time: try graph.node(at: position, in: repository).time)
  }

  private func has(_ side: Sides, _ position: Int) -> Bool {
    position < sides.count && sides[position].contains(side)
  }
}

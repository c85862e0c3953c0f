import GitValues

/// The commits other than merges that changed each of up to 64 paths, each since a commit of its own.
///
/// ``PathWalk`` for many paths at once: the same steps, in which each path has a bit, so that a
/// commit is looked at once for all of them.
struct PathHistories {
  private var seen: [UInt64] = []
  private var added: [UInt64] = []
  private var excluded: [UInt64] = []
  private var unchanged: [UInt64] = []
  /// The paths whose range ends at a commit.
  private var bottoms: [Int: UInt64] = [:]
  private var queue = DateQueue()
  private let mask: PathMask

  /// Commits that clocks have put in the wrong order are found within so many more steps.
  private static let patience = 5

  init(_ paths: some Collection<TreePath>) {
    mask = PathMask(paths)
  }

  /// The commits of each path, newest first, in the order of the paths; `since` has a commit for
  /// each, or `nil` for a path whose history is looked at as a whole.
  mutating func run(
    from tip: ObjectID,
    since: some Collection<ObjectID?>,
    graph: inout CommitGraph,
    repository: borrowing Repository
  ) throws(GitError) -> [[ObjectID]] {
    try see(graph.position(of: tip), mask.all, &graph, repository)
    for (index, commit) in since.enumerated() {
      guard let commit else { continue }
      let (position, bit) = (graph.position(of: commit), UInt64(1) << UInt64(index))
      bottoms[position, default: 0] |= bit
      try see(position, bit, &graph, repository)
      excluded[position] |= bit
    }
    var visited: [Int] = []
    var newest = Int64.max
    var patience = Self.patience
    while let position = queue.popFirst() {
      let new = seen[position] & ~added[position]
      if added[position] == 0 { visited.append(position) }
      added[position] |= new
      try visit(position, new, &graph, repository)
      try exclude(parentsOf: position, &graph, repository)
      if seen[position] & ~excluded[position] == 0 {
        patience = remainingPatience(patience, newest: newest)
        if patience == 0 { break }
      } else {
        newest = try graph.node(at: position, in: repository).time
      }
    }
    var commits = Array(repeating: [ObjectID](), count: since.count)
    for position in visited where try graph.node(at: position, in: repository).parents.count < 2 {
      var changed = added[position] & ~excluded[position] & ~unchanged[position]
      while changed != 0 {
        commits[changed.trailingZeroBitCount].append(graph.id(at: position))
        changed &= changed - 1
      }
    }
    return commits
  }

  /// Queues the parents that the history of the `new` paths continues with.
  private mutating func visit(
    _ position: Int,
    _ new: UInt64,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) {
    let node = try graph.node(at: position, in: repository)
    let without = new & excluded[position]
    var rest = new & ~excluded[position]
    if node.parents.isEmpty, rest != 0 {
      unchanged[position] |= try rest & ~graph.changed(mask, .emptyTree, node.tree, in: repository)
    }
    var relevantParent: UInt64 = 0
    var relevantChange: UInt64 = 0
    var irrelevantChange: UInt64 = 0
    for parent in node.parents where rest != 0 {
      grow(to: parent)
      let relevant = rest & (~excluded[parent] | bottoms[parent, default: 0])
      relevantParent |= relevant
      let tree = try graph.node(at: parent, in: repository).tree
      let changed = try rest & graph.changed(mask, tree, node.tree, in: repository)
      // Those whose history continues with this parent alone.
      let same = relevant & ~changed
      try see(parent, same, &graph, repository)
      unchanged[position] |= same
      rest &= ~same
      relevantChange |= changed & relevant
      irrelevantChange |= changed & ~relevant
    }
    unchanged[position] |= rest & relevantParent & ~relevantChange
    if !node.parents.isEmpty { unchanged[position] |= rest & ~relevantParent & ~irrelevantChange }
    for parent in node.parents { try see(parent, rest | without, &graph, repository) }
  }

  /// Marks everything above an excluded commit that was visited before the mark reached it.
  private mutating func exclude(
    parentsOf position: Int,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) {
    var pending = [position]
    while let child = pending.popLast() {
      // A path's walk knows only what it came by itself, which decides where merges lead it.
      let known = excluded[child] & added[child]
      guard known != 0 else { continue }
      for parent in try graph.node(at: child, in: repository).parents {
        grow(to: parent)
        let new = known & ~excluded[parent]
        excluded[parent] |= new
        if added[parent] & new != 0 { pending.append(parent) }
      }
    }
  }

  private mutating func see(
    _ position: Int,
    _ bits: UInt64,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) {
    grow(to: position)
    let isQueued = seen[position] & ~added[position] != 0
    seen[position] |= bits
    guard seen[position] & ~added[position] != 0, !isQueued else { return }
    queue.insert(position, time: try graph.node(at: position, in: repository).time)
  }

  private func remainingPatience(_ patience: Int, newest: Int64) -> Int {
    guard let next = queue.nextTime else { return 0 }
    let isDone = queue.allSatisfy { seen[$0] & ~excluded[$0] == 0 }
    return newest <= next || !isDone ? Self.patience : patience - 1
  }

  private mutating func grow(to position: Int) {
    let missing = position + 1 - seen.count
    guard missing > 0 else { return }
    let zeros = repeatElement(UInt64(0), count: missing)
    seen += zeros
    added += zeros
    excluded += zeros
    unchanged += zeros
  }
}

import Base

/// The commits that changed each of up to 63 paths, each since a commit of its own, as
/// `git log SINCE..TIP -- PATH` finds them.
///
/// A merge that has the path as one of its parents has it follows that parent alone; parents that
/// the range leaves out do not count for that, unless they are where it ends. The two steps are
/// git's own (`limit_list` and `try_to_simplify_commit` in its revision.c), in which each path has a
/// bit, so that a commit is looked at once for all of them.
struct PathHistories {
  /// Where each of the paths is as of some commit.
  struct Layout {
    let paths: [TreePath]
    /// Of the paths, and the file that records them behind those.
    let mask: PathMask
  }

  /// One bit is that of the file.
  static let capacity = PathMask.capacity - 1

  private var seen: [UInt64] = []
  private var added: [UInt64] = []
  private var excluded: [UInt64] = []
  private var unchanged: [UInt64] = []
  /// The paths whose range ends at a commit.
  private var bottoms: [Int: UInt64] = [:]
  private var queue = DateQueue()
  let queries: [PathQuery]
  private let followed: UInt64
  /// The file that records where folders are.
  let file: [TreePath]
  /// The first one is that of the tip.
  var layouts: [Layout]
  var numbers: [[TreePath]: Int]
  /// Of the commits that are before a move.
  private var layoutBefore: [Int: Int] = [:]

  /// The moves that were met.
  var moves: [MovedFolder] = []
  /// Whether a merge follows one parent alone where that is enough.
  var simplifies = true
  var includesMerges = false

  /// Commits that clocks have put in the wrong order are found within so many more steps.
  private static let patience = 5

  /// - Precondition: No more than ``capacity`` queries, which have their records in one file.
  init(_ queries: some Collection<PathQuery>) {
    self.queries = Array(queries)
    let paths = queries.map(\.path)
    file = queries.lazy.compactMap(\.record).prefix(1).map(\.file)
    layouts = [Layout(paths: paths, mask: PathMask(paths + file))]
    numbers = [paths: 0]
    followed = queries.enumerated().reduce(0) { bits, query in
      query.element.record == nil ? bits : bits | 1 << UInt64(query.offset)
    }
  }

  /// The commits of each query, newest first, in the order of the queries.
  mutating func run(
    from tip: ObjectID,
    graph: inout CommitGraph,
    repository: borrowing Repository
  ) throws(OperationError) -> [[ObjectID]] {
    let all = UInt64.max >> UInt64(UInt64.bitWidth - queries.count)
    try see(graph.position(of: tip), all, at: 0, &graph, repository)
    for (index, query) in queries.enumerated() {
      guard let commit = query.since else { continue }
      let (position, bit) = (graph.position(of: commit), UInt64(1) << UInt64(index))
      bottoms[position, default: 0] |= bit
      try see(position, bit, at: 0, &graph, repository)
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
    var commits = Array(repeating: [ObjectID](), count: queries.count)
    for position in visited {
      let parents = try graph.node(at: position, in: repository).parents
      guard includesMerges || parents.count < 2 else { continue }
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
  ) throws(OperationError) {
    let node = try graph.node(at: position, in: repository)
    let layout = layoutBefore[position] ?? 0
    let mask = layouts[layout].mask
    let without = new & excluded[position]
    var rest = new & ~excluded[position]
    if node.parents.isEmpty, rest != 0 {
      let changes = try graph.differences
        .changes(of: mask, .emptyTree, node.tree, in: repository)
      unchanged[position] |= rest & ~changes.changed
    }
    var relevantParent: UInt64 = 0
    var relevantChange: UInt64 = 0
    var irrelevantChange: UInt64 = 0
    // Of the parents that have a folder elsewhere.
    var before: [Int: Int] = [:]
    for parent in node.parents where rest != 0 {
      grow(to: parent)
      let relevant = rest & (~excluded[parent] | bottoms[parent, default: 0])
      relevantParent |= relevant
      let tree = try graph.node(at: parent, in: repository).tree
      let found = try graph.differences.changes(of: mask, tree, node.tree, in: repository)
      let changed = rest & found.changed
      // Those whose history continues with this parent alone.
      let same = relevant & ~changed
      unchanged[position] |= same
      if simplifies {
        try see(parent, same, at: layout, &graph, repository)
        rest &= ~same
      }
      relevantChange |= changed & relevant
      irrelevantChange |= changed & ~relevant
      var moved = found.begun
      if found.changed & 1 << UInt64(queries.count) != 0 { moved |= changed }
      moved &= rest & followed & ~excluded[parent]
      guard moved != 0 else { continue }
      before[parent] =
        try follow(moved, found.begun, from: position, to: parent, layout, &graph, repository)
    }
    unchanged[position] |= rest & relevantParent & ~relevantChange
    if !node.parents.isEmpty { unchanged[position] |= rest & ~relevantParent & ~irrelevantChange }
    for parent in node.parents {
      try see(parent, rest | without, at: before[parent] ?? layout, &graph, repository)
    }
  }

  /// Marks everything above an excluded commit that was visited before the mark reached it.
  private mutating func exclude(
    parentsOf position: Int,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(OperationError) {
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

  /// - Parameter layout: Where the commit that leads here says that the paths are.
  private mutating func see(
    _ position: Int,
    _ bits: UInt64,
    at layout: Int,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(OperationError) {
    grow(to: position)
    let known = layoutBefore[position] ?? 0
    if layout != known, bits & ~seen[position] != 0 {
      layoutBefore[position] =
        seen[position] == 0 ? layout : merged(known, layout, for: bits & ~seen[position])
    }
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

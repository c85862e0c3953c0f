import GitValues

/// The commits that changed one path, as `git log EXCLUDED..INCLUDED -- PATH` finds them.
///
/// A merge that has the path as one of its parents has it follows that parent alone; parents that
/// the range leaves out do not count for that, unless they are where it ends. The two steps are
/// git's own (`limit_list` and `try_to_simplify_commit` in its revision.c).
struct PathWalk {
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let seen = Flags(rawValue: 1)
    static let added = Flags(rawValue: 2)
    static let excluded = Flags(rawValue: 4)
    /// Named as the end of the range.
    static let bottom = Flags(rawValue: 8)
    static let unchanged = Flags(rawValue: 16)
  }

  /// Commits that clocks have put in the wrong order are found within so many more steps.
  private static let patience = 5

  private var flags: [Flags] = []
  private var queue = DateQueue()
  private let names: [[UInt8]]

  init(path: TreePath) {
    names = path.names.map { Array($0.utf8) }
  }

  mutating func run(
    included: [ObjectID],
    excluded: [ObjectID],
    limit: Int?,
    graph: inout CommitGraph,
    repository: borrowing Repository
  ) throws(GitError) -> [ObjectID] {
    let ends: Flags = [.seen, .excluded, .bottom]
    for (ids, mark) in [(included, .seen), (excluded, ends)] {
      for id in ids {
        let position = graph.position(of: id)
        let isNew = !has(.seen, position)
        set(mark, position)
        if isNew { queue.insert(position, time: try graph.node(at: position, in: repository).time) }
      }
    }
    var candidates: [Int] = []
    var newest = Int64.max
    var patience = Self.patience
    while let position = queue.popFirst() {
      try visit(position, &graph, repository)
      if has(.excluded, position) {
        try exclude(parentsOf: position, &graph, repository)
        patience = remainingPatience(patience, newest: newest)
        if patience == 0 { break }
        continue
      }
      newest = try graph.node(at: position, in: repository).time
      if !has(.unchanged, position) { candidates.append(position) }
      // With nothing excluded, no later step can take a candidate back.
      if let limit, excluded.isEmpty, candidates.count >= limit { break }
    }
    let found = candidates.filter { !has(.excluded, $0) }.map { graph.id(at: $0) }
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  /// Marks a commit and queues the parents that its history continues with.
  private mutating func visit(
    _ position: Int,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) {
    guard !has(.added, position) else { return }
    set(.added, position)
    let node = try graph.node(at: position, in: repository)
    let parents: [Int]
    if has(.excluded, position) {
      parents = node.parents
    } else {
      parents = try simplifiedParents(of: node, at: position, &graph, repository)
    }
    for parent in parents where !has(.seen, parent) {
      set(.seen, parent)
      queue.insert(parent, time: try graph.node(at: parent, in: repository).time)
    }
  }

  private mutating func simplifiedParents(
    of node: CommitGraph.Node,
    at position: Int,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) -> [Int] {
    guard !node.parents.isEmpty else {
      let isNew = try graph.differs(names, .emptyTree, node.tree, in: repository)
      if !isNew { set(.unchanged, position) }
      return []
    }
    var hasRelevantParent = false
    var relevantChange = false
    var irrelevantChange = false
    for parent in node.parents {
      let isRelevant = !has(.excluded, parent) || has(.bottom, parent)
      hasRelevantParent = hasRelevantParent || isRelevant
      let tree = try graph.node(at: parent, in: repository).tree
      if try !graph.differs(names, tree, node.tree, in: repository) {
        guard isRelevant else { continue }
        set(.unchanged, position)
        return [parent]
      }
      if isRelevant { relevantChange = true } else { irrelevantChange = true }
    }
    if hasRelevantParent ? !relevantChange : !irrelevantChange { set(.unchanged, position) }
    return node.parents
  }

  /// Marks everything above an excluded commit that was visited before the mark reached it.
  private mutating func exclude(
    parentsOf position: Int,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(GitError) {
    var pending = try graph.node(at: position, in: repository).parents
    while let parent = pending.popLast() {
      let wasMarked = has(.excluded, parent)
      set(.excluded, parent)
      if has(.added, parent), !wasMarked {
        pending += try graph.node(at: parent, in: repository).parents
      }
    }
  }

  private func remainingPatience(_ patience: Int, newest: Int64) -> Int {
    guard let next = queue.nextTime else { return 0 }
    if newest <= next || !queue.allSatisfy({ has(.excluded, $0) }) { return Self.patience }
    return patience - 1
  }

  private func has(_ flag: Flags, _ position: Int) -> Bool {
    position < flags.count && flags[position].contains(flag)
  }

  private mutating func set(_ flag: Flags, _ position: Int) {
    while flags.count <= position { flags.append([]) }
    flags[position].formUnion(flag)
  }
}

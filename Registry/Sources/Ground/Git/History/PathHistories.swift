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
    /// The mask of the paths, with the file that records them behind those.
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
  /// The numbers of the layouts that hold before a move, by the positions of the commits before it.
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
    layouts = []
    numbers = [paths: 0]
    followed = queries.enumerated().reduce(0) { bits, query in
      query.element.record == nil ? bits : bits | 1 << UInt64(query.offset)
    }
    layouts.append(layout(of: paths))
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

extension PathHistories {
  /// Where the paths are as of a parent of a commit that may have moved some of their folders.
  ///
  /// - Parameter begun: Those of which the parent has no folder.
  mutating func follow(
    _ moved: UInt64,
    _ begun: UInt64,
    from position: Int,
    to parent: Int,
    _ layout: Int,
    _ graph: inout CommitGraph,
    _ repository: borrowing Repository
  ) throws(OperationError) -> Int {
    let new = try graph.node(at: position, in: repository).tree
    let old = try graph.node(at: parent, in: repository).tree
    var paths = layouts[layout].paths
    var removed: RemovedFiles?
    for index in queries.indices where moved & (1 << UInt64(index)) != 0 {
      let path = paths[index]
      let isBegun = begun & (1 << UInt64(index)) != 0
      guard let record = queries[index].record else { continue }
      if !isBegun {
        // The record of every commit is too much to read.
        let mark = path.appending(record.mark)
        guard
          try repository.entry(at: mark, in: old)?.id != repository.entry(at: mark, in: new)?.id,
          record.place(new, repository) == path
        else { continue }
      }
      var origin = record.place(old, repository)
      if let place = origin, try repository.entry(at: place, in: old)?.mode != .tree {
        origin = nil
      }
      if isBegun, origin == nil, let folder = try repository.entry(at: path, in: new) {
        if removed == nil {
          removed = try RemovedFiles(between: old, and: new, &graph.differences, in: repository)
        }
        origin = try removed?.origin(of: folder.id, in: repository)
      }
      guard let origin, origin != path else { continue }
      paths[index] = origin
      moves.append(
        MovedFolder(
          commit: graph.id(at: position),
          parent: graph.id(at: parent),
          from: origin,
          to: path
        )
      )
    }
    return number(of: paths)
  }

  private mutating func number(of paths: [TreePath]) -> Int {
    if let known = numbers[paths] { return known }
    numbers[paths] = layouts.count
    layouts.append(layout(of: paths))
    return layouts.count - 1
  }

  private func layout(of paths: [TreePath]) -> Layout {
    Layout(paths: paths, mask: PathMask(paths + file, without: queries.map(\.others)))
  }

  /// A layout with some of the paths of another one: a path is where the first way to a commit says.
  mutating func merged(_ layout: Int, _ other: Int, for bits: UInt64) -> Int {
    var paths = layouts[layout].paths
    for index in paths.indices where bits & (1 << UInt64(index)) != 0 {
      paths[index] = layouts[other].paths[index]
    }
    return number(of: paths)
  }
}

/// Paths by their names, from the root on, with a mark for each.
struct PathMarks<Mark: Sendable>: Sendable {
  /// The mark of the path that ends here; `nil` if none does.
  private(set) var mark: Mark?
  private(set) var children: [[UInt8]: PathMarks] = [:]

  mutating func insert(_ path: TreePath, _ change: (inout Mark?) -> Void) {
    insert(path.names.map { Array($0.utf8) }[...], change)
  }

  private mutating func insert(_ names: ArraySlice<[UInt8]>, _ change: (inout Mark?) -> Void) {
    guard let name = names.first else { return change(&mark) }
    children[name, default: PathMarks()].insert(names.dropFirst(), change)
  }
}

/// Folders of a repository, each with its number.
typealias FolderTrie = PathMarks<Int>

extension PathMarks<Int> {
  init(_ paths: [TreePath]) {
    for (number, path) in paths.enumerated() { insert(path) { $0 = number } }
  }
}

/// Up to 64 paths, asked about together: an answer has the bit of each path that it is true of.
typealias PathMask = PathMarks<PathBits>

/// The relation of an entry of a tree to each of the paths.
struct PathBits {
  /// It is the whole of the path.
  var whole: UInt64 = 0
  /// It is the path or a folder in it, and something below it does not count.
  var parted: UInt64 = 0
  /// It is in the path, and does not count.
  var left: UInt64 = 0
  /// It is the path.
  var here: UInt64 = 0
}

extension PathMarks<PathBits> {
  static var capacity: Int { UInt64.bitWidth }

  /// - Parameter others: For each of the first paths, the paths in it that do not count.
  /// - Precondition: No more than ``capacity`` paths.
  init(_ paths: some Collection<TreePath>, without others: [[TreePath]] = []) {
    precondition(paths.count <= Self.capacity, "a mask has a bit for each of its paths")
    for (index, path) in paths.enumerated() {
      let bit = UInt64(1) << UInt64(index)
      let left = index < others.count ? others[index] : []
      change(path) { bits in
        bits.here |= bit
        if left.isEmpty { bits.whole |= bit }
      }
      for other in left {
        change(path.appending(other)) { $0.left |= bit }
        for folder in other.andAncestors.dropFirst() {
          change(path.appending(folder)) { $0.parted |= bit }
        }
      }
    }
  }

  private mutating func change(_ path: TreePath, _ body: (inout PathBits) -> Void) {
    insert(path) { mark in
      var bits = mark ?? PathBits()
      body(&bits)
      mark = bits
    }
  }

  /// The relation of this entry to the paths.
  var bits: PathBits { mark ?? PathBits() }
}

/// A path whose commits are asked for.
package struct PathQuery {
  /// The path at the tip of the range.
  package let path: TreePath
  /// The commit since which changes count; `nil` for the whole history.
  package let since: ObjectID?
  /// The paths below it whose changes do not count; none is below another.
  let others: [TreePath]
  /// `nil` for a path that is not followed to where a folder was before.
  let record: FolderRecord?

  /// Asks for the commits of what is at this path.
  package init(_ path: TreePath, since: ObjectID? = nil) {
    (self.path, self.since, others, record) = (path, since, [], nil)
  }

  /// Asks for the commits of a folder, wherever it was.
  ///
  /// Where a commit records a folder that the parent has recorded elsewhere, its history goes on
  /// there. So it does where a commit brought a folder that the parent does not have; if the parent
  /// records nothing that it has, the folder is looked for that the commit renamed, as far as most
  /// of its files stayed the same.
  ///
  /// - Parameter others: Paths in the folder that do not count, none below another.
  package init(
    following folder: TreePath,
    without others: [TreePath] = [],
    since: ObjectID? = nil,
    record: FolderRecord
  ) {
    (path, self.others, self.since, self.record) = (folder, others, since, record)
  }
}

/// A file of the repository that records where a folder is.
package struct FolderRecord {
  let file: TreePath
  /// The name of a file that every such folder has one of its own of: where a commit put another
  /// folder in the place of one, this file is another one too.
  let mark: TreePath
  /// The path that the file records in a tree; `nil` if it records none.
  let place: (_ root: ObjectID, borrowing Repository) -> TreePath?

  package init(
    in file: TreePath,
    of mark: TreePath,
    place: @escaping (_ root: ObjectID, borrowing Repository) -> TreePath?
  ) {
    (self.file, self.mark, self.place) = (file, mark, place)
  }
}

/// A commit that brought a folder to where it is, as seen from one of the commit's parents.
package struct MovedFolder: Hashable, Sendable {
  /// The commit that has the folder at its new path.
  package let commit: ObjectID
  /// The parent that has the folder at its former path.
  package let parent: ObjectID
  /// The path of the folder in the parent.
  package let from: TreePath
  /// The path of the folder in the commit.
  package let to: TreePath
}

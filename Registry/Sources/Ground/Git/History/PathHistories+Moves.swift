import Base

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
    layouts.append(Layout(paths: paths, mask: PathMask(paths + file)))
    return layouts.count - 1
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

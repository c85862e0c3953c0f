/// Paths by their names, from the root on, with a mark for each.
struct PathMarks<Mark: Sendable>: Sendable {
  /// Of the path that ends here.
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
typealias PathMask = PathMarks<UInt64>

extension PathMarks<UInt64> {
  static var capacity: Int { UInt64.bitWidth }

  /// - Precondition: No more than ``capacity`` paths.
  init(_ paths: some Collection<TreePath>) {
    precondition(paths.count <= Self.capacity, "a mask has a bit for each of its paths")
    for (index, path) in paths.enumerated() {
      insert(path) { $0 = ($0 ?? 0) | 1 << UInt64(index) }
    }
  }

  /// The paths that end here.
  var here: UInt64 { mark ?? 0 }
}

import GitValues

/// Up to 64 paths, asked about together: an answer has the bit of each path that it is true of.
struct PathMask {
  static let capacity = UInt64.bitWidth

  /// The paths that end here.
  private(set) var here: UInt64 = 0
  /// The paths that end here or below.
  private(set) var all: UInt64 = 0
  private(set) var children: [[UInt8]: PathMask] = [:]

  /// - Precondition: No more than ``capacity`` paths.
  init(_ paths: some Collection<TreePath>) {
    precondition(paths.count <= Self.capacity, "a mask has a bit for each of its paths")
    for (index, path) in paths.enumerated() {
      insert(1 << UInt64(index), at: path.names.map { Array($0.utf8) }[...])
    }
  }

  private init() {}

  private mutating func insert(_ bit: UInt64, at names: ArraySlice<[UInt8]>) {
    all |= bit
    guard let name = names.first else {
      here |= bit
      return
    }
    children[name, default: PathMask()].insert(bit, at: names.dropFirst())
  }
}

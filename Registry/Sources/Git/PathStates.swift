/// What stood at one path in each commit, remembered by the trees that lead there.
struct PathStates {
  /// Equal where the path did not change.
  struct State: Equatable {
    fileprivate(set) var mode: UInt32
    fileprivate(set) var id: ObjectID

    static let absent = State(mode: 0, id: .zero)
  }

  private let names: [[UInt8]]
  /// For each directory above the path, what its trees lead to: commits mostly share them.
  private var known: [[ObjectID: State]]

  init(_ path: TreePath) {
    names = path.names.map { Array($0.utf8) }
    known = Array(repeating: [:], count: names.count)
  }

  mutating func state(
    below tree: ObjectID,
    in repository: borrowing Repository
  ) throws(GitError) -> State {
    try state(below: tree, depth: 0, in: repository)
  }

  private mutating func state(
    below tree: ObjectID,
    depth: Int,
    in repository: borrowing Repository
  ) throws(GitError) -> State {
    guard depth < names.count else { return State(mode: FileMode.tree.rawValue, id: tree) }
    if let state = known[depth][tree] { return state }
    let name = names[depth]
    var state = try repository.withTree(tree) { (raw) throws(GitError) in
      try raw.entry(named: name).map { State(mode: $0.mode, id: $0.id) } ?? .absent
    }
    if depth + 1 < names.count, state != .absent {
      state =
        state.mode == FileMode.tree.rawValue
        ? try self.state(below: state.id, depth: depth + 1, in: repository) : .absent
    }
    known[depth][tree] = state
    return state
  }
}

/// What the arrows of a graph say of its nodes: what reaches what, in which depth, and which arrows
/// say nothing that others do not.
struct GraphOrder {
  /// The length of the longest way down from each node; those of a cycle are at one height.
  private(set) var heights: [Int]

  private let next: [[Int]]
  private var reach: [[Bool]]

  /// - Parameter edges: Between nodes `0..<count`.
  init(count: Int, edges: [(from: Int, to: Int)]) {
    var next = [[Int]](repeating: [], count: count)
    for edge in edges where edge.from != edge.to { next[edge.from].append(edge.to) }
    self.next = next
    reach = []
    heights = [Int](repeating: 0, count: count)
    for node in 0..<count { reach.append(Self.reach(from: node, next)) }
    // What can be reached from a node reaches no more than it does.
    let sizes = reach.map { row in row.count { $0 } }
    for node in (0..<count).sorted(by: { (sizes[$0], $0) < (sizes[$1], $1) }) {
      let below = (0..<count).filter { reach[node][$0] && !reach[$0][node] }
      heights[node] = (below.map { heights[$0] }.max() ?? -1) + 1
    }
  }

  private static func reach(from node: Int, _ next: [[Int]]) -> [Bool] {
    var found = [Bool](repeating: false, count: next.count)
    var open = next[node]
    while let other = open.popLast() {
      guard !found[other] else { continue }
      found[other] = true
      open += next[other].filter { !found[$0] }
    }
    return found
  }

  /// Whether both are parts of one cycle.
  func isCycle(_ from: Int, _ to: Int) -> Bool {
    reach[from][to] && reach[to][from]
  }

  /// Whether another arrow from the same node leads to the other one by a longer way.
  func isImplied(_ from: Int, _ to: Int) -> Bool {
    guard !isCycle(from, to) else { return false }
    return next[from].contains { way in
      guard way != to, reach[way][to], !reach[way][from] else { return false }
      // Of the arrows into a cycle, one stays.
      return !reach[to][way] || way < to
    }
  }
}

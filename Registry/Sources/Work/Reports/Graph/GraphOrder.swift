/// The order of a graph's nodes: which nodes each one reaches, at which depth, and which edges
/// follow from others.
struct GraphOrder {
  /// The length of the longest way down from each node; those of a cycle are at one height.
  private(set) var heights: [Int]

  private let next: [[Int]]
  /// The part of each node: the nodes of a cycle are one part, and each other node is one.
  private let parts: [Int]
  private let isCyclic: [Bool]
  /// For each part, a bit for each part that it reaches.
  private let reach: [[UInt64]]

  /// - Parameter edges: Between nodes `0..<count`.
  init(count: Int, edges: [(from: Int, to: Int)]) {
    var next = [[Int]](repeating: [], count: count)
    for edge in edges where edge.from != edge.to { next[edge.from].append(edge.to) }
    let found = Self.parts(of: next)
    let words = (found.count + 63) / 64
    var reach = [[UInt64]](repeating: [UInt64](repeating: 0, count: words), count: found.count)
    var partHeights = [Int](repeating: 0, count: found.count)
    var parts = [Int](repeating: 0, count: count)
    for (part, nodes) in found.enumerated() { for node in nodes { parts[node] = part } }
    // What a part leads to comes before it.
    for (part, nodes) in found.enumerated() {
      for other in nodes.flatMap({ next[$0] }).map({ parts[$0] }) where other != part {
        partHeights[part] = max(partHeights[part], partHeights[other] + 1)
        for word in 0..<words { reach[part][word] |= reach[other][word] }
        reach[part][other / 64] |= 1 << UInt64(other % 64)
      }
    }
    (self.next, self.parts, self.reach) = (next, parts, reach)
    isCyclic = found.map { $0.count > 1 }
    heights = parts.map { partHeights[$0] }
  }

  /// The strongly connected parts, by Tarjan's algorithm, each after those that it leads to.
  private static func parts(of next: [[Int]]) -> [[Int]] {
    var parts: [[Int]] = []
    var numbers = [Int?](repeating: nil, count: next.count)
    var lowest = [Int](repeating: 0, count: next.count)
    var isOpen = [Bool](repeating: false, count: next.count)
    var (open, count): ([Int], Int) = ([], 0)
    for start in next.indices where numbers[start] == nil {
      // Without recursion: a way may be as long as there are nodes.
      var way: [(node: Int, edge: Int)] = [(start, 0)]
      while let (node, edge) = way.last {
        if edge == 0 {
          (numbers[node], lowest[node], isOpen[node]) = (count, count, true)
          open.append(node)
          count += 1
        }
        if edge < next[node].count {
          way[way.count - 1].edge += 1
          let other = next[node][edge]
          if let number = numbers[other] {
            if isOpen[other] { lowest[node] = min(lowest[node], number) }
          } else {
            way.append((other, 0))
          }
          continue
        }
        way.removeLast()
        if let user = way.last?.node { lowest[user] = min(lowest[user], lowest[node]) }
        guard lowest[node] == numbers[node], let first = open.lastIndex(of: node) else { continue }
        for member in open[first...] { isOpen[member] = false }
        parts.append(Array(open[first...]))
        open.removeSubrange(first...)
      }
    }
    return parts
  }

  private func reaches(_ from: Int, _ to: Int) -> Bool {
    let (user, used) = (parts[from], parts[to])
    guard user != used else { return isCyclic[user] }
    return reach[user][used / 64] >> UInt64(used % 64) & 1 == 1
  }

  /// Whether both are parts of one cycle.
  func isCycle(_ from: Int, _ to: Int) -> Bool {
    reaches(from, to) && reaches(to, from)
  }

  /// Whether another arrow from the same node leads to the other one by a longer way.
  func isImplied(_ from: Int, _ to: Int) -> Bool {
    guard !isCycle(from, to) else { return false }
    return next[from].contains { way in
      guard way != to, reaches(way, to), !reaches(way, from) else { return false }
      // Of the arrows into a cycle, one stays.
      return !reaches(to, way) || way < to
    }
  }
}

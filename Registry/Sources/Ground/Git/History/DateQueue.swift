/// Commits by time, newest first; of the same time, the one that came first.
struct DateQueue {
  private struct Element {
    let time: Int64
    let arrival: Int
    let position: Int

    func isBefore(_ other: Element) -> Bool {
      time != other.time ? time > other.time : arrival < other.arrival
    }
  }

  // A binary heap: the children of `index` are at twice the index plus one and plus two.
  private var heap: [Element] = []
  private var arrivals = 0

  /// The time of the element that is next.
  var nextTime: Int64? { heap.first?.time }

  mutating func insert(_ position: Int, time: Int64) {
    heap.append(Element(time: time, arrival: arrivals, position: position))
    arrivals += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Int? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first.position }
    heap[0] = last
    var parent = 0
    while true {
      var earliest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[earliest]) {
        earliest = child
      }
      guard earliest != parent else { return first.position }
      heap.swapAt(parent, earliest)
      parent = earliest
    }
  }

  func allSatisfy(_ condition: (Int) -> Bool) -> Bool {
    heap.allSatisfy { condition($0.position) }
  }
}

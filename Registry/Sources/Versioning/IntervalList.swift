/// Sorted half-open intervals over one of the two lines on which versions lie (see ``VersionSet``).
///
/// They neither touch nor overlap, and their bounds are points of that line. So two lists are equal
/// exactly when they hold the same versions.
struct IntervalList: Hashable, Sendable {
  struct Interval: Hashable, Sendable {
    let lower: SemanticVersion
    /// The first point that is no longer in; `nil` where there is no end.
    let upper: SemanticVersion?

    var isEmpty: Bool {
      upper.map { $0 <= lower } ?? false
    }
  }

  private(set) var intervals: [Interval] = []

  init() {}

  init(_ interval: Interval) {
    intervals = interval.isEmpty ? [] : [interval]
  }

  func contains(_ version: SemanticVersion) -> Bool {
    var low = 0
    var high = intervals.count
    while low < high {
      let middle = (low + high) / 2
      if intervals[middle].lower <= version { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    return intervals[low - 1].upper.map { version < $0 } ?? true
  }

  func intersection(_ other: IntervalList) -> IntervalList {
    var result = IntervalList()
    var left = intervals[...]
    var right = other.intervals[...]
    while let first = left.first, let second = right.first {
      let common = Interval(
        lower: max(first.lower, second.lower),
        upper: Self.earlier(first.upper, second.upper)
      )
      if !common.isEmpty { result.intervals.append(common) }
      if common.upper == first.upper { left.removeFirst() }
      if common.upper == second.upper { right.removeFirst() }
    }
    return result
  }

  func union(_ other: IntervalList) -> IntervalList {
    var result = IntervalList()
    for interval in (intervals + other.intervals).sorted(by: { $0.lower < $1.lower }) {
      guard let last = result.intervals.last, last.upper.map({ interval.lower <= $0 }) ?? true
      else {
        result.intervals.append(interval)
        continue
      }
      let upper = Self.later(last.upper, interval.upper)
      result.intervals[result.intervals.count - 1] = Interval(lower: last.lower, upper: upper)
    }
    return result
  }

  /// All points of the line that are not in, where `first` is the line's lowest point.
  func complement(from first: SemanticVersion) -> IntervalList {
    var result = IntervalList()
    var lower: SemanticVersion? = first
    for interval in intervals {
      guard let start = lower else { break }
      let gap = Interval(lower: start, upper: interval.lower)
      if !gap.isEmpty { result.intervals.append(gap) }
      lower = interval.upper
    }
    if let lower { result.intervals.append(Interval(lower: lower, upper: nil)) }
    return result
  }

  private static func earlier(_ a: SemanticVersion?, _ b: SemanticVersion?) -> SemanticVersion? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  private static func later(_ a: SemanticVersion?, _ b: SemanticVersion?) -> SemanticVersion? {
    guard let a, let b else { return nil }
    return max(a, b)
  }
}

import Synchronization

/// Caches recently used values, within a bound on their total weight.
///
/// There are two generations: used values move to the young one, and when that weighs half of the
/// bound, the old one is dropped as a whole. The cost does not depend on the number of values.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Generations {
    var young: [Key: (value: Value, weight: Int)] = [:]
    var old: [Key: (value: Value, weight: Int)] = [:]
    var weight = 0
  }

  private let bound: Int
  private let generations = Mutex(Generations())

  /// - Parameter bound: In the unit of the weights.
  init(bound: Int) {
    self.bound = bound
  }

  subscript(key: Key) -> Value? {
    generations.withLock { generations in
      if let found = generations.young[key] { return found.value }
      guard let found = generations.old[key] else { return nil }
      insert(found.value, found.weight, key, &generations)
      return found.value
    }
  }

  func insert(_ value: Value, weight: Int, for key: Key) {
    generations.withLock { insert(value, weight, key, &$0) }
  }

  private func insert(_ value: Value, _ weight: Int, _ key: Key, _ state: inout Generations) {
    guard weight <= bound / 2 else { return }
    if state.weight + weight > bound / 2 {
      state.old = state.young
      state.young = [:]
      state.weight = 0
    }
    state.weight += weight - (state.young[key]?.weight ?? 0)
    state.young[key] = (value, weight)
  }
}

import BitCollections

extension Solver {
  /// The component to decide on next.
  ///
  /// Every choice is the best one that is left, so what is decided first gets its way: components
  /// that a remedy is sought for, then those that can stay where they were, then those with the
  /// fewest candidates left, which are the first to run out. Pre-releases wait until it is known who
  /// requires them.
  func nextUndecided() -> Int? {
    catalog.entries.indices.lazy
      .compactMap { component in place(of: component).map { (component: component, place: $0) } }
      .min { $0.place < $1.place }?.component
  }

  /// Decides on the best candidate that is left.
  mutating func decide(_ component: Int) {
    solution.decide(component, [bestChoice(of: component)])
    changed.append(component)
  }

  /// The lower comes first; `nil` if there is nothing to decide.
  private func place(of component: Int) -> (group: Int, value: Int)? {
    let open = solution.choices[component]
    if solution.isDecided[component] || open.contains(ChoiceSet.leftOut) { return nil }
    if let wish = question.wanted.firstIndex(of: component) {
      return (group: 0, value: wish)
    }
    let stays = catalog.entries[component].preferred.map(open.contains) ?? false
    let waits = catalog.entries[component].hasPrereleases
    return (group: (waits ? 3 : 1) + (stays ? 0 : 1), value: open.count)
  }

  private func bestChoice(of component: Int) -> Int {
    let open = solution.choices[component]
    let entry = catalog.entries[component]
    var ordered: [Int]
    if question.wanted.contains(component) {
      ordered = entry.nearestToPin(among: open)
    } else {
      ordered = open.reversed()
      ordered = ordered.filter { $0 == entry.preferred } + ordered.filter { $0 != entry.preferred }
      ordered = ordered.filter { $0 != entry.avoided } + ordered.filter { $0 == entry.avoided }
    }
    guard entry.hasPrereleases else { return ordered[0] }
    let requirements = CombinedRequirement(inForce(on: component).values)
    return ordered.first { requirements.contains(entry.version($0)) } ?? ordered[0]
  }
}

extension Catalog.Entry {
  /// The candidates among `open`, those fewest releases away from what the pin asks for first, and
  /// of two as near the newer.
  func nearestToPin(among open: ChoiceSet) -> [Int] {
    guard let pin else { return open.reversed() }
    let pinned = candidates.filter { pin.spans($0.version) }.map(\.version)
    let bounds = pinned.isEmpty ? pin.namedVersions : pinned
    guard let lowest = bounds.min(), let highest = bounds.max() else {
      return open.reversed()
    }
    let first = firstChoice { $0 >= lowest }
    let last = firstChoice { $0 > highest } - 1
    func distance(_ choice: Int) -> Int { max(0, first - choice, choice - last) }
    // Sorting is stable, so the newer of two stays before the older.
    return open.reversed().sorted { distance($0) < distance($1) }
  }
}

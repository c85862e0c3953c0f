extension Solver {
  /// Draws all conclusions from what changed; answers with the incompatibility that holds as a
  /// whole, if one does.
  mutating func propagate() -> Int? {
    while true {
      while let number = fresh.popLast() {
        let open = incompatibilities[number].terms.filter { solution.standing(of: $0) != .holds }
        if open.isEmpty { return number }
        if open.count == 1, solution.standing(of: open[0]) == .open { ruleOut(open[0], number) }
      }
      guard let component = changed.popLast() else { return nil }
      if let conflict = visitWatchers(of: component) { return conflict }
      stateRequirements(around: component)
    }
  }

  /// The same from what those conclude that watch a component of which less is open.
  private mutating func visitWatchers(of component: Int) -> Int? {
    let open = solution.choices[component]
    var watchers = watches.take(component)
    var kept = 0
    for index in watchers.indices {
      // Where the other term fails, it failed no later than this one came to hold, and will until
      // that is taken back.
      if open.isSubset(of: watchers[index].choices), !solution.fails(watchers[index].other) {
        let number = watchers[index].incompatibility
        switch conclude(number, on: component) {
        case .moved: continue
        case .kept: break
        case .conflict:
          watchers.removeSubrange(kept..<index)
          watches.giveBack(watchers, to: component)
          return number
        }
      }
      if kept < index { watchers.swapAt(kept, index) }
      kept += 1
    }
    watchers.removeSubrange(kept...)
    watches.giveBack(watchers, to: component)
    return nil
  }

  private enum Conclusion {
    /// It watches another term instead.
    case moved
    case kept
    case conflict
  }

  /// What follows from an incompatibility whose watched term on `component` came to hold.
  private mutating func conclude(_ number: Int, on component: Int) -> Conclusion {
    let (own, other) = watches.watched(number, on: component)
    let terms = incompatibilities[number].terms
    let free = terms.indices.first { place in
      place != own && place != other && solution.standing(of: terms[place]) != .holds
    }
    if let free {
      watches.move(number, to: free, besides: other, in: terms)
      return .moved
    }
    switch own == other ? .holds : solution.standing(of: terms[other]) {
    case .fails: return .kept
    case .open:
      ruleOut(terms[other], number)
      return .kept
    case .holds: return .conflict
    }
  }

  private mutating func ruleOut(_ term: Incompatibility.Term, _ cause: Int) {
    solution.ruleOut(term, cause: cause)
    if changed.last != term.component { changed.append(term.component) }
  }

  /// Follows a conflict back to the decision that it hangs on, takes that back, and rules it out;
  /// answers with the number of a conflict that hangs on none.
  mutating func learn(from conflict: Int) -> Int? {
    changed.removeAll()
    let conflict = widened(conflict)
    var terms = incompatibilities[conflict].terms
    var applied = [conflict]
    while let (term, position, previousLevel) = latest(of: terms) {
      let assignment = solution.assignments[position]
      guard let cause = assignment.cause, previousLevel >= assignment.level else {
        let number = note(terms, applied)
        solution.backtrack(to: previousLevel)
        ruleOut(term, number)
        return nil
      }
      let reason = widened(cause, leaving: term)
      applied.append(reason)
      terms = Incompatibility.resolvent(
        terms,
        incompatibilities[reason].terms,
        on: term.component,
        catalog: catalog
      )
    }
    return note(terms, applied)
  }

  private mutating func note(_ terms: [Incompatibility.Term], _ applied: [Int]) -> Int {
    applied.count == 1
      ? applied[0] : add(Incompatibility(terms, cause: .others(applied.reversed())))
  }

  /// The term that came to hold last, where it did, and the decisions that the others hang on.
  private func latest(
    of terms: [Incompatibility.Term]
  ) -> (term: Incompatibility.Term, position: Int, previousLevel: Int)? {
    let held = terms.map { (term: $0, position: solution.satisfier(of: $0)) }
    guard let last = held.max(by: { $0.position < $1.position }) else { return nil }
    let others = held.lazy.map(\.position).filter { $0 != last.position }
    let previousLevel = others.map { solution.assignments[$0].level }.max() ?? 0
    return (last.term, last.position, previousLevel)
  }
}

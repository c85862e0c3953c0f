extension Solver {
  /// Draws all conclusions from what changed; answers with the incompatibility that holds as a
  /// whole, if one does.
  mutating func propagate() -> Int? {
    while let component = changed.popLast() {
      // The latest say the most, since they follow from others.
      for number in mentions[component].reversed() where !idleness[number] {
        var open: Incompatibility.Term?
        var isUndetermined = false
        terms: for term in incompatibilities[number].terms {
          switch solution.standing(of: term) {
          case .holds: continue
          case .fails:
            idleness.note(number, level: solution.level)
            isUndetermined = true
            break terms
          case .open:
            isUndetermined = open != nil
            open = term
            if isUndetermined { break terms }
          }
        }
        guard !isUndetermined else { continue }
        guard let open else { return number }
        solution.ruleOut(open, cause: number)
        changed.append(open.component)
      }
    }
    return nil
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
        idleness.backtrack(to: previousLevel)
        solution.ruleOut(term, cause: number)
        changed.append(term.component)
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

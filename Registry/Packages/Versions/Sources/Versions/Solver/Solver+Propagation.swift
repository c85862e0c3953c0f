extension Solver {
  /// Draws all conclusions from what changed; answers with the incompatibility that holds as a
  /// whole, if one does.
  mutating func propagate() -> Int? {
    while true {
      while let number = fresh.popLast() {
        if concludes(number) { return number }
      }
      guard let component = changed.popLast() else { return nil }
      for number in mentions[component] where concludes(number) { return number }
      stateRequirements(around: component)
    }
  }

  /// Rules out the choices of the one term of an incompatibility that is open, if the others hold;
  /// whether all of them do.
  private mutating func concludes(_ number: Int) -> Bool {
    var open: Incompatibility.Term?
    for term in incompatibilities[number].terms {
      switch solution.standing(of: term) {
      case .fails: return false
      case .holds: continue
      case .open where open == nil: open = term
      case .open: return false
      }
    }
    guard let open else { return true }
    ruleOut(open, number)
    return false
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

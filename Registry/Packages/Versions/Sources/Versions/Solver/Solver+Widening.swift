import BitCollections

/// Requirements become incompatibilities when something follows from them, and then those of all
/// candidates that forbid as much become one.
///
/// So whenever less is left of a component, what is left of those around it is brought to go with it:
/// no candidate stays that nothing open would do for. And a conflict mostly needs less
/// than the one requirement that led to it says: naming all that require as much rules them out
/// together, where each would otherwise be tried in its turn, and says in one sentence what they have
/// in common.
extension Solver {
  /// States what follows from what is open of the component now, for those that require it and for
  /// those that it requires.
  ///
  /// What is decided has stated already what it requires.
  mutating func stateRequirements(around component: Int) {
    let open = solution.choices[component]
    for requirer in catalog.requirers[component]
    where requirer != component && isNeeded(requirer) && !solution.isDecided[requirer] {
      let pair = RequirementTables.Pair(component: requirer, on: component)
      let requiring = tables.choices(forbidding: open, of: pair)
      if !requiring.isDisjoint(with: solution.choices[requirer]) { state(pair, by: requiring) }
    }
    guard isNeeded(component) else { return }
    for other in catalog.entries[component].dependencies where other != component {
      let pair = RequirementTables.Pair(component: component, on: other)
      let forbidden = tables.forbidden(to: open, of: pair, among: solution.choices[other])
      guard !forbidden.isEmpty else { continue }
      state(pair, by: tables.choices(forbidding: forbidden, of: pair))
    }
  }

  /// Refuses the candidates of a component that require the component itself and would not do.
  mutating func refuseOwn(_ component: Int) {
    let entry = catalog.entries[component]
    guard entry.dependencies.contains(component) else { return }
    var refused: [VersionRequirement: ChoiceSet] = [:]
    for choice in 1..<entry.choiceCount {
      guard let requirement = catalog.requirement(of: component, at: choice, on: component),
        !entry.choices(within: requirement).contains(choice)
      else { continue }
      refused[requirement, default: ChoiceSet()].insert(choice)
    }
    for choices in refused.values.sorted(by: { ($0.last ?? 0) < ($1.last ?? 0) }) {
      let term = Incompatibility.Term(component: component, choices: choices)
      add(Incompatibility([term], cause: .requirement(of: component, on: component)))
    }
  }

  private func isNeeded(_ component: Int) -> Bool {
    !solution.choices[component].contains(ChoiceSet.leftOut)
  }

  private mutating func state(_ pair: RequirementTables.Pair, by requiring: ChoiceSet) {
    if tables.note(requiring, of: pair) { add(requirement(of: pair, by: requiring)) }
  }

  /// The conflict `number` with all candidates that what is open now leaves as little.
  mutating func widened(_ number: Int) -> Int {
    guard let pair = incompatibilities[number].pair else { return number }
    return record(requirement(of: pair, forbidding: solution.choices[pair.on]))
  }

  /// What may replace the incompatibility `number` as the reason why `term` holds.
  mutating func widened(_ number: Int, leaving term: Incompatibility.Term) -> Int {
    let incompatibility = incompatibilities[number]
    guard let pair = incompatibility.pair,
      let ruledOut = incompatibility.terms.first(where: { $0.component == term.component })
    else { return number }
    var needed = ruledOut.choices.subtracting(term.choices)
    if term.component == pair.component {
      needed = tables.forbidden(to: needed, of: pair, among: catalog.entries[pair.on].all)
    }
    return record(requirement(of: pair, forbidding: needed))
  }

  private mutating func requirement(
    of pair: RequirementTables.Pair,
    forbidding choices: ChoiceSet
  ) -> Incompatibility {
    requirement(of: pair, by: tables.choices(forbidding: choices, of: pair))
  }

  /// That these choices of a component do not go with what all of them forbid.
  private mutating func requirement(
    of pair: RequirementTables.Pair,
    by requiring: ChoiceSet
  ) -> Incompatibility {
    let all = catalog.entries[pair.on].all
    let forbidden = tables.forbidden(to: requiring, of: pair, among: all)
    return Incompatibility(
      [
        Incompatibility.Term(component: pair.component, choices: requiring),
        Incompatibility.Term(component: pair.on, choices: forbidden),
      ].filter { $0.choices != catalog.entries[$0.component].all }
        .sorted { $0.component < $1.component },
      cause: .requirement(of: pair.component, on: pair.on)
    )
  }
}

extension Incompatibility {
  /// Of which component on which other it is a requirement, where that has releases to choose from.
  fileprivate var pair: RequirementTables.Pair? {
    guard case .requirement(let component, let on) = cause, terms.count == 2 else { return nil }
    return RequirementTables.Pair(component: component, on: on)
  }
}

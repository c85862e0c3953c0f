import BitCollections

/// PubGrub: decides on one component at a time, and turns each conflict into an incompatibility
/// that rules it out for good.
///
/// Each component has finitely many choices, leaving it out being one, so that a term is a set of
/// bits and an incompatibility is a clause over such terms; Documentation/Decisions/resolution.md
/// says what follows from it.
struct Solver: Sendable {
  enum Outcome: Sendable {
    /// One choice for each component.
    case solved([Int])
    /// The incompatibility of this number, which has no terms.
    case failed(Int)
  }

  let catalog: Catalog
  let question: Question
  private(set) var incompatibilities: [Incompatibility] = []
  /// The incompatibilities with a term on each component, to look at when less of it is open.
  private(set) var mentions: [[Int]]
  var solution: PartialSolution
  var tables: RequirementTables
  /// The components of which less is open than when the incompatibilities were last looked at.
  var changed: [Int] = []
  /// The incompatibilities that have not been looked at yet.
  var fresh: [Int] = []

  init(_ catalog: Catalog, _ question: Question) {
    self.catalog = catalog
    self.question = question
    solution = PartialSolution(catalog)
    tables = RequirementTables(catalog)
    mentions = Array(repeating: [], count: catalog.entries.count)
  }

  mutating func solve() -> Outcome {
    for component in catalog.entries.indices {
      if question.pins.contains(component), let pin = catalog[component].pin {
        let excluded = catalog.entries[component].all.subtracting(
          catalog[component].choices(within: pin)
        )
        if let failed = require(component, not: excluded, cause: .pin(component)) {
          return .failed(failed)
        }
      } else if question.wanted.contains(component) {
        if let failed = require(component, not: [ChoiceSet.leftOut], cause: .wanted(component)) {
          return .failed(failed)
        }
      }
    }
    for component in catalog.entries.indices { refuseOwn(component) }
    while true {
      while let conflict = propagate() {
        if let failed = learn(from: conflict) { return .failed(failed) }
      }
      if let component = nextUndecided() {
        decide(component)
      } else if let refused = refusedPrerelease() {
        if let failed = learn(from: add(refused)) { return .failed(failed) }
      } else {
        return .solved(chosen)
      }
    }
  }

  /// The choice of each component, as far as it is decided.
  var chosen: [Int] {
    solution.choices.indices.map { component in
      guard solution.isDecided[component] else { return ChoiceSet.leftOut }
      return solution.choices[component].last ?? ChoiceSet.leftOut
    }
  }

  private mutating func require(
    _ component: Int,
    not excluded: ChoiceSet,
    cause: Incompatibility.Cause
  ) -> Int? {
    let isHopeless = excluded == catalog.entries[component].all
    let term = Incompatibility.Term(component: component, choices: excluded)
    let number = add(Incompatibility(isHopeless ? [] : [term], cause: cause))
    return isHopeless ? number : nil
  }

  @discardableResult
  mutating func add(_ incompatibility: Incompatibility) -> Int {
    let number = record(incompatibility)
    for term in incompatibility.terms { mentions[term.component].append(number) }
    fresh.append(number)
    return number
  }

  /// Gives a number to an incompatibility that is only referred to.
  mutating func record(_ incompatibility: Incompatibility) -> Int {
    incompatibilities.append(incompatibility)
    return incompatibilities.count - 1
  }
}

/// The pins to solve for: all of a catalog, or fewer, to find a remedy for a conflict.
struct Question: Sendable {
  /// The pins that hold.
  var pins: Set<Int>
  /// Components that are wanted as near to their pins as can be, the first before the others.
  var wanted: [Int] = []
}

extension Question {
  init(_ catalog: Catalog) {
    pins = Set(catalog.entries.indices.filter { catalog[$0].pin != nil })
  }
}

extension Solver {
  /// The component to decide on next.
  ///
  /// Every choice is the best one that is left, so what is decided first gets its way: components
  /// that a remedy is sought for, then those that are to be updated, then those that can stay where
  /// they were, then those with the fewest candidates left, which are the first to run out.
  /// Pre-releases wait until it is known who requires them.
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

  /// Returns the rank for deciding, of which the lowest comes first; `nil` if there is nothing to
  /// decide.
  private func place(of component: Int) -> (group: Int, value: Int)? {
    let open = solution.choices[component]
    if solution.isDecided[component] || open.contains(ChoiceSet.leftOut) { return nil }
    if let wish = question.wanted.firstIndex(of: component) {
      return (group: 0, value: wish)
    }
    let entry = catalog.entries[component]
    let stays = entry.preferred.map(open.contains) ?? false
    let rank = entry.isUpdated ? 0 : stays ? 1 : 2
    return (group: (entry.hasPrereleases ? 4 : 1) + rank, value: open.count)
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

extension Solver {
  /// Draws all conclusions from what changed; returns the incompatibility that holds as a whole, if
  /// one does.
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

  /// Rules out the choices of the one open term of an incompatibility if the others hold; returns
  /// whether all of them hold.
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

  /// Follows a conflict back to the decision that causes it, takes that back, and rules it out;
  /// returns the number of a conflict that no decision causes.
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

  /// Returns the term that came to hold last, its position, and the level of the decisions that the
  /// others depend on.
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

/// The admission of pre-releases is known only when all is decided: it depends on all requirements
/// together, and one more may admit what was not admitted before (see `CombinedRequirement`).
extension Solver {
  /// Returns the requirements on `component` of the decided components and the pins, by the
  /// requiring component; that of the pin has the key -1.
  func inForce(on component: Int) -> [Int: VersionRequirement] {
    var requirements: [Int: VersionRequirement] = [:]
    if question.pins.contains(component) { requirements[-1] = catalog[component].pin }
    for requirer in catalog.requirers[component] where solution.isDecided[requirer] {
      let choice = solution.choices[requirer].last ?? ChoiceSet.leftOut
      requirements[requirer] = catalog.requirement(of: requirer, at: choice, on: component)
    }
    return requirements
  }

  /// Returns the reason why the current choices, with nothing left to decide, take a pre-release
  /// that nothing admits; `nil` if they take none.
  func refusedPrerelease() -> Incompatibility? {
    let chosen = chosen
    for (component, choice) in chosen.enumerated() where choice != ChoiceSet.leftOut {
      guard catalog[component].version(choice).isPrerelease else { continue }
      let requirements = CombinedRequirement(inForce(on: component).values)
      guard !requirements.contains(catalog[component].version(choice)) else { continue }
      return refusal(of: component, by: requirements, chosen)
    }
    return nil
  }

  /// The refusal in terms of those who could require the component and of those who could lead to
  /// one of these, as far as they are chosen.
  ///
  /// What is left out stays so while none of the chosen leads to it, so what the refusal rests
  /// on, requirements that are there and such as are not, is said without naming anyone left out.
  private func refusal(
    of component: Int,
    by requirements: CombinedRequirement,
    _ chosen: [Int]
  ) -> Incompatibility {
    let absent = absentRequirers(of: component, chosen)
    var terms: [Incompatibility.Term] = []
    for (other, choice) in chosen.enumerated() where choice != ChoiceSet.leftOut {
      let entry = catalog[other]
      let required = catalog.requirement(of: other, at: choice, on: component)
      var alike = ChoiceSet()
      for candidate in 1..<entry.choiceCount {
        guard catalog.requirement(of: other, at: candidate, on: component) == required,
          !absent.contains(where: { catalog.requirement(of: other, at: candidate, on: $0) != nil })
        else { continue }
        if other == component {
          let version = entry.version(candidate)
          guard version.isPrerelease, !requirements.contains(version) else { continue }
        }
        alike.insert(candidate)
      }
      let isIndifferent = other != component && alike.count == entry.candidates.count
      if isIndifferent, required == nil { continue }
      terms.append(Incompatibility.Term(component: other, choices: alike))
    }
    return Incompatibility(terms, cause: .admission(component))
  }

  /// The components left out that could require `component`, or lead to one that could.
  private func absentRequirers(of component: Int, _ chosen: [Int]) -> Set<Int> {
    var absent: Set<Int> = []
    var waiting = [component]
    while let next = waiting.popLast() {
      for requirer in catalog.requirers[next] where chosen[requirer] == ChoiceSet.leftOut {
        if absent.insert(requirer).inserted { waiting.append(requirer) }
      }
    }
    return absent
  }
}

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

  /// Returns the conflict `number` with all candidates that leave as little of what is open now.
  mutating func widened(_ number: Int) -> Int {
    guard let pair = incompatibilities[number].pair else { return number }
    return record(requirement(of: pair, forbidding: solution.choices[pair.on]))
  }

  /// Returns the incompatibility that may replace `number` as the reason why `term` holds.
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

  /// Returns the incompatibility that these choices of a component do not go with what all of them
  /// forbid.
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
  /// The components of a requirement that has terms on both; `nil` for others.
  fileprivate var pair: RequirementTables.Pair? {
    guard case .requirement(let component, let on) = cause, terms.count == 2 else { return nil }
    return RequirementTables.Pair(component: component, on: on)
  }
}

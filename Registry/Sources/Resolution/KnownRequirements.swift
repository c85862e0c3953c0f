import Versioning

/// Which requirements of candidates the solver has turned into incompatibilities, and what those of
/// a whole component forbid, each worked out when it is first asked for.
struct KnownRequirements: Sendable {
  private struct Pair: Hashable {
    let component: Int
    let on: Int
  }

  private struct Run: Hashable {
    let pair: Pair
    let lowest: Int
  }

  private struct Group: Hashable {
    let pair: Pair
    let choices: ChoiceSet
  }

  private var groups: Set<Group> = []
  private var choices: [ChoiceSet]
  private var runs: Set<Run> = []
  /// By choice of the component, leaving it out included, the choices of the other that it forbids.
  private var forbidden: [Pair: [ChoiceSet]] = [:]

  init(_ catalog: Catalog) {
    choices = catalog.entries.map { ChoiceSet(0..<0, of: $0.choiceCount) }
  }

  /// The incompatibilities that are not known yet of a candidate's requirements, each with those of
  /// its neighbours that require the same.
  mutating func learn(
    _ choice: Int,
    of component: Int,
    _ question: Question,
    in catalog: Catalog
  ) -> [Incompatibility] {
    guard !choices[component].contains(choice) else { return [] }
    choices[component].insert(choice)
    let requirements = catalog[component].candidates[choice - 1].requirements
    return requirements.compactMap { requirement in
      guard !question.ignores(component, on: requirement.component) else { return nil }
      let run = catalog.run(around: choice, of: component, requirement)
      let pair = Pair(component: component, on: requirement.component)
      guard runs.insert(Run(pair: pair, lowest: run.lowerBound)).inserted else { return nil }
      return Incompatibility(run, of: component, requirement, in: catalog)
    }
  }

  /// Whether it is the first time that these choices of a component are looked at together.
  mutating func note(_ choices: ChoiceSet, of component: Int, on: Int) -> Bool {
    groups.insert(Group(pair: Pair(component: component, on: on), choices: choices)).inserted
  }

  /// What all of `choices` forbid.
  mutating func forbidden(
    to choices: ChoiceSet,
    of component: Int,
    on: Int,
    in catalog: Catalog
  ) -> ChoiceSet {
    let table = table(of: component, on: on, in: catalog)
    return choices.members.reduce(catalog.entries[on].all) { $0.intersection(table[$1]) }
  }

  /// The choices of `component` that each forbid all of `forbidden`.
  mutating func choices(
    of component: Int,
    forbidding forbidden: ChoiceSet,
    of on: Int,
    in catalog: Catalog
  ) -> ChoiceSet {
    let table = table(of: component, on: on, in: catalog)
    var choices = ChoiceSet(0..<0, of: table.count)
    for (choice, set) in table.enumerated() where forbidden.isSubset(of: set) {
      choices.insert(choice)
    }
    return choices
  }

  private mutating func table(of component: Int, on: Int, in catalog: Catalog) -> [ChoiceSet] {
    let pair = Pair(component: component, on: on)
    if let table = forbidden[pair] { return table }
    let other = catalog[on]
    let none = ChoiceSet(0..<0, of: other.choiceCount)
    let table = (0..<catalog[component].choiceCount).map { choice in
      catalog.requirement(of: component, at: choice, on: on)
        .map { other.all.subtracting(other.choices(within: $0)) } ?? none
    }
    forbidden[pair] = table
    return table
  }
}

extension Catalog {
  /// The candidates around `choice` that require the same.
  fileprivate func run(
    around choice: Int,
    of component: Int,
    _ requirement: Requirement
  ) -> Range<Int> {
    func isSame(_ other: Int) -> Bool {
      self.requirement(of: component, at: other, on: requirement.component)
        == requirement.requirement
    }
    var (lower, upper) = (choice, choice + 1)
    while lower > 1, isSame(lower - 1) { lower -= 1 }
    while upper < entries[component].choiceCount, isSame(upper) { upper += 1 }
    return lower..<upper
  }
}

extension Incompatibility {
  /// That the candidates `run` of `component` do not go with what `requirement` forbids; `nil`
  /// where it forbids nothing.
  fileprivate init?(
    _ run: Range<Int>,
    of component: Int,
    _ requirement: Catalog.Requirement,
    in catalog: Catalog
  ) {
    let (entry, other) = (catalog[component], catalog[requirement.component])
    let forbidden = other.all.subtracting(other.choices(within: requirement.requirement))
    let requiring = ChoiceSet(run, of: entry.choiceCount)
    let cause = Cause.requirement(of: component, on: requirement.component)
    if requirement.component == component {
      let choices = requiring.intersection(forbidden)
      guard !choices.isEmpty else { return nil }
      self.init([Term(component: component, choices: choices)], cause: cause)
    } else {
      let terms = [
        Term(component: component, choices: requiring),
        Term(component: requirement.component, choices: forbidden),
      ]
      self.init(
        terms.filter { $0.choices != catalog[$0.component].all }
          .sorted { $0.component < $1.component },
        cause: cause
      )
    }
  }
}

import Versioning

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
  var solution: PartialSolution
  var watches: Watches
  var tables: RequirementTables
  /// Components of which less is open than when the incompatibilities were last looked at.
  var changed: [Int] = []
  /// Incompatibilities that have not been looked at yet.
  var fresh: [Int] = []

  init(_ catalog: Catalog, _ question: Question) {
    self.catalog = catalog
    self.question = question
    solution = PartialSolution(catalog)
    tables = RequirementTables(catalog)
    watches = Watches(components: catalog.entries.count)
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
        let excluded = ChoiceSet(ChoiceSet.leftOut, of: catalog[component].choiceCount)
        if let failed = require(component, not: excluded, cause: .wanted(component)) {
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
      return solution.choices[component].newest ?? ChoiceSet.leftOut
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
    let number = incompatibilities.count
    incompatibilities.append(incompatibility)
    watches.append(incompatibility.terms, isWatched: true, solution)
    fresh.append(number)
    return number
  }

  /// Gives a number to an incompatibility that is only there to be referred to.
  mutating func record(_ incompatibility: Incompatibility) -> Int {
    incompatibilities.append(incompatibility)
    watches.append(incompatibility.terms, isWatched: false, solution)
    return incompatibilities.count - 1
  }
}

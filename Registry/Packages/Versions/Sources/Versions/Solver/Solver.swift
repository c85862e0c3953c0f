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
  /// By component, the numbers of those with a term on it, to look at when less of it is open.
  private(set) var mentions: [[Int]]
  var solution: PartialSolution
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

  /// Gives a number to an incompatibility that is only there to be referred to.
  mutating func record(_ incompatibility: Incompatibility) -> Int {
    incompatibilities.append(incompatibility)
    return incompatibilities.count - 1
  }
}

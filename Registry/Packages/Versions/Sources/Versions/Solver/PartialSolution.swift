import BitCollections

/// The decisions so far and their consequences, in order, so that they can be undone.
struct PartialSolution: Sendable {
  struct Assignment: Sendable {
    let component: Int
    let before: ChoiceSet
    let after: ChoiceSet
    /// The number of decisions when this was assigned, itself included.
    let level: Int
    /// The incompatibility it follows from; `nil` for a decision.
    let cause: Int?
  }

  enum Standing {
    case holds, fails, open
  }

  private(set) var level = 0
  /// The choices that are still open for each component.
  private(set) var choices: [ChoiceSet]
  private(set) var isDecided: [Bool]
  private(set) var assignments: [Assignment] = []
  private var history: [[Int]]

  init(_ catalog: Catalog) {
    choices = catalog.entries.map(\.all)
    isDecided = Array(repeating: false, count: choices.count)
    history = Array(repeating: [], count: choices.count)
  }

  /// Whether nothing that is open is among the term's choices.
  func fails(_ term: Incompatibility.Term) -> Bool {
    choices[term.component].isDisjoint(with: term.choices)
  }

  func standing(of term: Incompatibility.Term) -> Standing {
    if fails(term) { return .fails }
    return choices[term.component].isSubset(of: term.choices) ? .holds : .open
  }

  mutating func decide(_ component: Int, _ choice: ChoiceSet) {
    level += 1
    isDecided[component] = true
    assign(component, choice, cause: nil)
  }

  /// Rules out a term's choices, because all other terms of the incompatibility `cause` hold.
  mutating func ruleOut(_ term: Incompatibility.Term, cause: Int) {
    assign(term.component, choices[term.component].subtracting(term.choices), cause: cause)
  }

  /// The assignment from which on `term` holds.
  func satisfier(of term: Incompatibility.Term) -> Int {
    let positions = history[term.component]
    return positions.first { assignments[$0].after.isSubset(of: term.choices) }
      ?? positions[positions.count - 1]
  }

  mutating func backtrack(to level: Int) {
    while let last = assignments.last, last.level > level {
      choices[last.component] = last.before
      if last.cause == nil { isDecided[last.component] = false }
      history[last.component].removeLast()
      assignments.removeLast()
    }
    self.level = level
  }

  private mutating func assign(_ component: Int, _ after: ChoiceSet, cause: Int?) {
    history[component].append(assignments.count)
    assignments.append(
      Assignment(
        component: component,
        before: choices[component],
        after: after,
        level: level,
        cause: cause
      )
    )
    choices[component] = after
  }
}

/// A set of choices that cannot all be made together.
struct Incompatibility: Sendable {
  /// The statement that a component's choice is one of a set.
  struct Term: Sendable {
    let component: Int
    let choices: ChoiceSet
  }

  /// The reason why they cannot be made together.
  enum Cause: Sendable {
    case pin(Int)
    /// A pin that is let go of still wants its component, at any release.
    case wanted(Int)
    /// Requirements of candidates of one component on another.
    case requirement(of: Int, on: Int)
    /// Pre-releases that nothing in force admits.
    case admission(Int)
    /// A conclusion from the incompatibilities of these numbers, in the order in which they apply.
    case others([Int])
  }

  /// The terms: at most one of each component, in the order of the components, and none that always
  /// holds.
  ///
  /// Without terms nothing can be chosen at all.
  let terms: [Term]
  let cause: Cause

  init(_ terms: [Term], cause: Cause) {
    self.terms = terms
    self.cause = cause
  }

  /// Returns the conclusion from two incompatibilities of which one or the other applies for any
  /// choice of `component`: the other terms of both cannot hold together, wherever neither leaves a
  /// choice.
  static func resolvent(_ left: [Term], _ right: [Term], on component: Int, catalog: Catalog)
    -> [Term]
  {
    var terms: [Term] = []
    var (left, right) = (left[...], right[...])
    while let next = [left.first?.component, right.first?.component].compactMap(\.self).min() {
      let first = left.first?.component == next ? left.removeFirst() : nil
      let second = right.first?.component == next ? right.removeFirst() : nil
      guard let first, let second else {
        if let only = first ?? second { terms.append(only) }
        continue
      }
      let choices =
        next == component
        ? first.choices.union(second.choices) : first.choices.intersection(second.choices)
      if choices != catalog.entries[next].all {
        terms.append(Term(component: next, choices: choices))
      }
    }
    return terms
  }
}

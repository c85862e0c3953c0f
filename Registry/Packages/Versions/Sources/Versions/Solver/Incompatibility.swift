import BitCollections

/// Choices of which not all can be made together.
struct Incompatibility: Sendable {
  /// That a component's choice is one of a set.
  struct Term: Sendable {
    let component: Int
    let choices: ChoiceSet
  }

  /// Why they cannot.
  enum Cause: Sendable {
    case pin(Int)
    /// A pin that is let go of still wants its component, at any release.
    case wanted(Int)
    /// Requirements of candidates of one component on another.
    case requirement(of: Int, on: Int)
    /// Pre-releases that nothing in force admits.
    case admission(Int)
    /// It follows from others: those of the numbers given, in the order in which they apply.
    case others([Int])
  }

  /// At most one of each component, in the order of the components, and none that always holds.
  ///
  /// Without terms nothing can be chosen at all.
  let terms: [Term]
  let cause: Cause

  init(_ terms: [Term], cause: Cause) {
    self.terms = terms
    self.cause = cause
  }

  /// What follows of two incompatibilities of which one or the other applies for any choice of
  /// `component`: the rest of both cannot be, wherever neither leaves a choice.
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

import Versioning

/// The candidates of one component that each candidate of another excludes by its requirements,
/// computed for each pair on first use.
struct RequirementTables: Sendable {
  struct Pair: Hashable, Sendable {
    let component: Int
    let on: Int
  }

  /// Neighbours that forbid the same, as most do; leaving the component out forbids nothing.
  private struct Group {
    var requiring: ChoiceSet
    let forbidden: ChoiceSet
  }

  private struct Statement: Hashable {
    let pair: Pair
    let requiring: ChoiceSet
  }

  private let catalog: Catalog
  private var tables: [Pair: [Group]] = [:]
  private var statements: Set<Statement> = []

  init(_ catalog: Catalog) {
    self.catalog = catalog
  }

  /// Whether it is the first time that this is stated of these choices together.
  mutating func note(_ requiring: ChoiceSet, of pair: Pair) -> Bool {
    statements.insert(Statement(pair: pair, requiring: requiring)).inserted
  }

  /// What all of `choices` forbid, as far as it is among `relevant`.
  mutating func forbidden(to choices: ChoiceSet, of pair: Pair, among relevant: ChoiceSet)
    -> ChoiceSet
  {
    var forbidden = relevant
    for group in table(of: pair) where !group.requiring.isDisjoint(with: choices) {
      forbidden = forbidden.intersection(group.forbidden)
      if forbidden.isEmpty { break }
    }
    return forbidden
  }

  /// The choices that each forbid all of `forbidden`.
  mutating func choices(forbidding forbidden: ChoiceSet, of pair: Pair) -> ChoiceSet {
    var choices = ChoiceSet(0..<0, of: catalog.entries[pair.component].choiceCount)
    for group in table(of: pair) where forbidden.isSubset(of: group.forbidden) {
      choices = choices.union(group.requiring)
    }
    return choices
  }

  private mutating func table(of pair: Pair) -> [Group] {
    if let table = tables[pair] { return table }
    let table = makeTable(of: pair)
    tables[pair] = table
    return table
  }

  private func makeTable(of pair: Pair) -> [Group] {
    let other = catalog.entries[pair.on]
    let count = catalog.entries[pair.component].choiceCount
    var groups: [Group] = []
    var last: VersionRequirement?
    for choice in 0..<count {
      let requirement = catalog.requirement(of: pair.component, at: choice, on: pair.on)
      if requirement == last, !groups.isEmpty {
        groups[groups.count - 1].requiring.insert(choice)
      } else {
        let forbidden = requirement.map { other.all.subtracting(other.choices(within: $0)) }
        groups.append(
          Group(
            requiring: ChoiceSet(choice, of: count),
            forbidden: forbidden ?? ChoiceSet(0..<0, of: other.choiceCount)
          )
        )
        last = requirement
      }
    }
    return groups
  }
}

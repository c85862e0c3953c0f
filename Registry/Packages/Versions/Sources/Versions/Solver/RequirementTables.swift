import BitCollections

/// The candidates of one component that each candidate of another excludes by its requirements,
/// computed for each pair on first use.
struct RequirementTables: Sendable {
  struct Pair: Hashable, Sendable {
    let component: Int
    let on: Int
  }

  private struct Statement: Hashable {
    let pair: Pair
    let requiring: ChoiceSet
  }

  private let catalog: Catalog
  /// What each choice forbids; leaving the component out forbids nothing.
  private var tables: [Pair: [ChoiceSet]] = [:]
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
    let table = table(of: pair)
    return choices.reduce(relevant) { $0.intersection(table[$1]) }
  }

  /// The choices that each forbid all of `forbidden`.
  mutating func choices(forbidding forbidden: ChoiceSet, of pair: Pair) -> ChoiceSet {
    let table = table(of: pair)
    return ChoiceSet(table.indices.filter { forbidden.isSubset(of: table[$0]) })
  }

  private mutating func table(of pair: Pair) -> [ChoiceSet] {
    if let table = tables[pair] { return table }
    let other = catalog.entries[pair.on]
    let table = (0..<catalog.entries[pair.component].choiceCount).map { choice in
      catalog.requirement(of: pair.component, at: choice, on: pair.on)
        .map { other.all.subtracting(other.choices(within: $0)) } ?? []
    }
    tables[pair] = table
    return table
  }
}

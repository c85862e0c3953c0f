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
  /// The choices that each choice forbids; leaving the component out forbids nothing.
  private var tables: [Pair: [ChoiceSet]] = [:]
  private var statements: Set<Statement> = []

  init(_ catalog: Catalog) {
    self.catalog = catalog
  }

  /// Records a statement about these choices together; returns whether it is a new one.
  mutating func note(_ requiring: ChoiceSet, of pair: Pair) -> Bool {
    statements.insert(Statement(pair: pair, requiring: requiring)).inserted
  }

  /// Returns the choices among `relevant` that each of `choices` forbids.
  mutating func forbidden(to choices: ChoiceSet, of pair: Pair, among relevant: ChoiceSet)
    -> ChoiceSet
  {
    let table = table(of: pair)
    return choices.reduce(relevant) { $0.intersection(table[$1]) }
  }

  /// Returns the choices that each forbid all of `forbidden`.
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

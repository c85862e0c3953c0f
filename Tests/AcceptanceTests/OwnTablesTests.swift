import Foundation
import Persistence
import Testing

@testable import cookr

/// A component reads and writes the tables that its own schema makes, and no others.
struct OwnTablesTests {
  /// The tables of each component, by what its steps create.
  private static let tables = Dictionary(
    uniqueKeysWithValues: AppComponent.all.map { component in
      let made = component.tables.flatMap { step in
        step.sql.matches(of: /CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/).map { String($0.1) }
      }
      return (component.name, Set(made))
    }
  )

  @Test func `each component that stores something has tables of its own`() {
    for component in Components.features {
      #expect(Self.tables[component]?.isEmpty == false)
    }
    let all = Self.tables.values.flatMap(\.self)
    #expect(Set(all).count == all.count)
    // What a new table is made under, before it takes the place of an old one.
    #expect(
      Set(all).isSuperset(of: ["order", "offer", "assignment", "paymentIntent", "statusChange"])
    )
  }

  @Test(arguments: Components.features)
  func `no statement of a component names a table of another, or of the app`(
    component: String
  ) throws {
    let others = Self.tables.filter { $0.key != component }.values.reduce(into: Set<String>()) {
      $0.formUnion($1)
    }
    let foreign = others.union(["cancelledOrder", "openedLink"])
      .subtracting(Self.tables[component] ?? [])
    let sources =
      try Sources.texts(below: "Components/\(component)/Sources")
      + Sources.texts(below: "Scaffold/cookr/Components/\(component)")
    for (file, source) in sources {
      let named = source.matches(
        of: /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|REFERENCES|ON|EXISTS)\s+"?(\w+)"?/
      ).map { String($0.1) }
      #expect(foreign.isDisjoint(with: named), "\(file)")
    }
  }
}

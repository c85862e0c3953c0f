/// The differences between two public interfaces.
package struct InterfaceDifference: Hashable, Codable, Sendable {
  /// Sorted, each once.
  package let changes: [InterfaceChange]
  /// What differs and was not compared, as in `the traits, since it does not build with all of them`.
  package let gaps: [String]

  package init(_ changes: [InterfaceChange] = [], gaps: [String] = []) {
    self.changes = Set(changes).sorted()
    self.gaps = Set(gaps).sorted()
  }

  /// Both together.
  package func joined(with other: InterfaceDifference) -> InterfaceDifference {
    InterfaceDifference(changes + other.changes, gaps: gaps + other.gaps)
  }

  package var level: InterfaceLevel {
    changes.map(\.level).max() ?? .unchanged
  }

  package var breakages: [InterfaceChange] {
    changes.filter { $0.level == .breaking }
  }

  package var additions: [InterfaceChange] {
    changes.filter { $0.level == .additive }
  }
}

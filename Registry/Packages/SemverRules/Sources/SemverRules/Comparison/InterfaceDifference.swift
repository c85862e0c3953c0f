/// The differences between two public interfaces.
public struct InterfaceDifference: Hashable, Codable, Sendable {
  /// Sorted, each once.
  public let changes: [InterfaceChange]
  /// What differs and was not compared, as in `the traits, since it does not build with all of them`.
  public let gaps: [String]

  public init(_ changes: [InterfaceChange] = [], gaps: [String] = []) {
    self.changes = Set(changes).sorted()
    self.gaps = Set(gaps).sorted()
  }

  /// Both together.
  public func joined(with other: InterfaceDifference) -> InterfaceDifference {
    InterfaceDifference(changes + other.changes, gaps: gaps + other.gaps)
  }

  public var level: InterfaceLevel {
    changes.map(\.level).max() ?? .unchanged
  }

  public var breakages: [InterfaceChange] {
    changes.filter { $0.level == .breaking }
  }

  public var additions: [InterfaceChange] {
    changes.filter { $0.level == .additive }
  }
}

import FlowKit

/// Where the chefs come from.
public protocol ChefDirectory: Sendable {
  /// The chefs who may be worth asking for a meal at a point, in any order.
  ///
  /// It may return too many: who is out of reach or closed is sorted out by the ranking, which
  /// counts them for the person.
  func chefs(near coordinates: Coordinates) async throws -> [Chef]
}

/// The chefs that come with the component: one city's, read once.
package struct BundledChefDirectory: ChefDirectory {
  package init() {}

  package func chefs(near coordinates: Coordinates) async throws -> [Chef] {
    try Chef.bundled()
  }

  fileprivate static let contents = Result {
    try BundledFile("chefs.json").decoded(as: [Chef].self)
  }
}

extension Chef {
  /// The chefs of the city that comes with the component.
  ///
  /// - Throws: a `FlowFailure` of the code `chefs.damaged`.
  public static func bundled() throws -> [Chef] {
    try BundledChefDirectory.contents.get()
  }
}

extension BundledFile {
  init(_ path: String) {
    self.init(path, inBundle: "ChefSourcing_ChefSourcing", damage: .chefsDamaged)
  }
}

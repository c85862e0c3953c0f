import FlowKit

/// The chefs that come with the component: one city's, read once.
package struct BundledChefDirectory: ChefDirectory {
  /// Makes a directory; nothing is read before it is asked.
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

import FlowKit

/// The chefs that come with the component: one city's, read once.
package struct BundledChefDirectory: ChefDirectory {
  /// Makes a directory; nothing is read before it is asked.
  package init() {}

  package func chefs(near coordinates: Coordinates) async throws -> [Chef] {
    try Self.contents.get()
  }

  private static let contents = Result { try BundledFile("chefs.json").decoded(as: [Chef].self) }
}

import Foundation

/// The components that the registry's manifest lists.
enum Components {
  private struct Manifest: Decodable {
    struct Component: Decodable {
      let layer: String?
    }

    let components: [String: Component]
  }

  /// Their names, in alphabetical order.
  static let all: [String] = manifest.components.keys.sorted()
  /// Those with flows.
  static let features: [String] = all.filter { manifest.components[$0]?.layer == "feature" }

  /// Whether a module belongs to a component with flows: its interface, or its storage, for example.
  static func isOfFeature(_ module: String) -> Bool {
    features.contains { module.hasPrefix($0) }
  }

  private static let manifest: Manifest = {
    do {
      let file = URL(filePath: Repository.path("Registry/manifest.json"))
      return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file))
    } catch {
      preconditionFailure("the registry's manifest cannot be read: \(error)")
    }
  }()
}

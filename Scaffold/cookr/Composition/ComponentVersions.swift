import Foundation

/// The versions of the components that are built in, from the registry's manifest at build time.
enum ComponentVersions {
  private struct Manifest: Decodable {
    struct Component: Decodable {
      let version: String?
    }

    let components: [String: Component]
  }

  /// The version by the component's name; nil for one that was never released.
  static func version(of component: String) -> String? {
    manifest?.components[component]?.version
  }

  /// Each component with its version, a line each.
  static var summary: String {
    let components = manifest?.components ?? [:]
    return components.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.version ?? "working tree")" }
      .joined(separator: "\n")
  }

  // What is embedded was checked when the registry wrote it; a broken one shows no versions.
  private static let manifest = try? JSONDecoder().decode(
    Manifest.self,
    from: Data(PackageResources.manifest_json)
  )
}

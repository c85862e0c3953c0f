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

  // What is embedded was checked when the registry wrote it; a broken one shows no versions.
  private static let manifest = try? JSONDecoder().decode(
    Manifest.self,
    from: Data(PackageResources.manifest_json)
  )
}

package import Foundation

/// The versions of the components that are built in, from the registry's manifest at build time.
package struct ComponentVersions: Sendable {
  private struct Manifest: Decodable {
    struct Component: Decodable {
      let path: String
      let version: String?
    }

    let components: [String: Component]
  }

  private let components: [String: Manifest.Component]

  package init(in manifest: Data) {
    // What is embedded was checked when the registry wrote it; a broken one shows no versions.
    components = (try? JSONDecoder().decode(Manifest.self, from: manifest))?.components ?? [:]
  }

  /// The version by the component's name; nil for one that was never released.
  package func version(of component: String) -> String? {
    components[component]?.version
  }

  /// The versions of the apps' components; the manifest also lists the registry's libraries.
  package var summary: String {
    summary(of: components.filter { $0.value.path.hasPrefix("Components/") }.keys.sorted())
  }

  package func summary(of names: [String]) -> String {
    names.map { "\($0) \(version(of: $0) ?? "working tree")" }.joined(separator: "\n")
  }
}

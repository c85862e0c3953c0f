/// The files of a monorepo of small packages, as every test has them.
package enum MonorepoFiles {
  /// The registry's manifest.
  ///
  /// - Parameters:
  ///   - components: Their paths by their names.
  ///   - hasLayers: Whether all of them are in the layer `feature`.
  ///   - apps: As they stand in the file; `nil` for none.
  package static func manifest(
    _ components: [String: String],
    hasLayers: Bool = true,
    apps: String? = nil
  ) -> String {
    let layer = hasLayers ? "\n      \"layer\": \"feature\"," : ""
    let entries = components.sorted { $0.key < $1.key }.map { name, path in
      """
          "\(name)": {\(layer)
            "path": "\(path)"
          }
      """
    }
    let layers = hasLayers ? "\n  \"layers\": { \"feature\": { \"mayUse\": [\"feature\"] } }," : ""
    let apps = apps.map { "\n  \"apps\": { \($0) }," } ?? ""
    return """
      {
        "components": {
      \(entries.joined(separator: ",\n"))
        },\(layers)\(apps)
        "schema": 1,
        "scope": "cookr"
      }

      """
  }

  /// The package `name` with one library and one target, which uses the packages at these paths.
  package static func package(_ name: String, dependsOn paths: [String] = []) -> String {
    let packages = paths.map { "    .package(path: \"\($0)\")," }.joined(separator: "\n")
    let products = paths.map { path in
      let name = path.split(separator: "/").last ?? ""
      return ".product(name: \"\(name)\", package: \"\(name)\")"
    }
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [
      \(packages)
        ],
        targets: [
          .target(name: "\(name)", dependencies: [\(products.joined(separator: ", "))])
        ]
      )

      """
  }

  /// The only source file of the package `name`.
  package static func source(_ name: String) -> String {
    "public let name = \"\(name)\"\n"
  }
}

import Foundation
import ScratchMonorepos

extension Sandbox {
  func makeMonorepo(_ components: [String]) throws {
    try FileManager.default.createDirectory(
      atPath: repository,
      withIntermediateDirectories: true
    )
    try git("init", "-q", "-b", "main")
    try git("config", "user.name", "Ada")
    try git("config", "user.email", "ada@example.com")
    try makeFiles(components)
    try commitAll("Add the packages")
  }

  func makeFiles(_ components: [String]) throws {
    for component in components { try writePackage(component) }
    try writeManifest(Dictionary(uniqueKeysWithValues: components.map { ($0, "Components/\($0)") }))
  }

  /// - Parameters:
  ///   - components: Their paths by their names.
  ///   - apps: As they stand in the file.
  func writeManifest(_ components: [String: String], apps: String = "") throws {
    let manifest = MonorepoFiles.manifest(components, apps: apps)
    try write(manifest, to: "Registry/manifest.json")
  }

  /// Puts Kitchen and Menu into the fixed group `shop`.
  ///
  /// - Parameter files: The version files of Menu.
  func groupComponents(_ files: String...) throws {
    let paths = ["Kitchen": "Components/Kitchen", "Menu": "Components/Menu"]
    let manifest = MonorepoFiles.manifest(paths)
      .replacing(
        "\"path\": \"Components/Menu\"",
        with: "\"path\": \"Components/Menu\",\n"
          + "      \"versionFiles\": [\(files.joined(separator: ", "))]"
      )
      .replacing(
        "\n  \"schema\"",
        with: "\n  \"groups\": { \"shop\": { \"components\": [\"*\"], \"kind\": \"fixed\" } },"
          + "\n  \"schema\""
      )
    try write(manifest, to: "Registry/manifest.json")
    try commitAll("Group the components")
  }

  func writePackage(_ name: String, dependsOn path: String? = nil) throws {
    let dependency = path.map { ".package(path: \"\($0)\")" } ?? ""
    let product = path?.split(separator: "/").last.map { "\"\($0)\"" } ?? ""
    let folder = "Components/\(name)"
    // Other than in the scratch repositories, the product is named alone.
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(dependency)],
        targets: [.target(name: "\(name)", dependencies: [\(product)])]
      )

      """,
      to: "\(folder)/Package.swift"
    )
    try write(MonorepoFiles.source(name), to: "\(folder)/Sources/\(name)/\(name).swift")
  }
}

extension String {
  /// What `verify` says, but for what it says of ``Sandbox/unchecked`` releases.
  var withoutUncheckedNotes: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasSuffix("the public API was not compared with the previous release") }
      .joined(separator: "\n")
  }

  /// The text with what differs from run to run replaced by what it is.
  var scrubbed: String {
    replacing(/sha256:[0-9a-f]{64}/, with: "<checksum>")
      .replacing(/[0-9a-f]{40}/, with: "<object>")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/, with: "<time>")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, with: "<date>")
      .replacing(/\b[0-9a-f]{12}\b/, with: "<short>")
  }
}

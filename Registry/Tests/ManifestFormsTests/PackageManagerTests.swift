import Foundation
import ManifestEditor
import ManifestForms
import Testing

/// Asks the package manager itself, which compiles and runs the manifests.
@Suite struct PackageManagerTests {
  @Test func `the package manager reads a published form without private components`() throws {
    let after = try dump(Fixture(name: "Private").publishedManifest)

    #expect(
      after.dependencies.compactMap { $0.registry?.first?.identity.lowercased() }
        == ["cookr.flowkit", "cookr.payments"]
    )
    #expect(after.targets.map(\.name) == ["Here", "OtherTests", "PlainTests"])
  }

  @Test(arguments: Fixture.published.filter { $0.name != "Private" })
  func `the package manager reads a published form as meant`(fixture: Fixture) throws {
    let before = try dump(fixture.manifest)
    let after = try dump(fixture.publishedManifest)

    #expect(before.dependencies.contains { $0.fileSystem != nil })
    #expect(after.dependencies.allSatisfy { $0.fileSystem == nil })
    #expect(after.dependencies.count == before.dependencies.count)
    let identities = after.dependencies.compactMap {
      ($0.registry ?? $0.sourceControl)?.first?.identity
    }
    let packages = after.targets.flatMap(\.packages)
    #expect(Set(packages.map { $0.lowercased() }).isSubset(of: identities.map { $0.lowercased() }))
    #expect(packages.contains { $0.hasPrefix("cookr.") })
    let targets = after.targets.map(\.name)
    #expect(targets == before.targets.map(\.name))
    #expect(Set(after.targets.flatMap(\.byName)).isSubset(of: targets))
  }

  private func dump(_ manifest: [UInt8]) throws -> Dump {
    let folder = URL.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(manifest).write(to: folder.appending(path: "Package.swift"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments =
      ["swift", "package", "--disable-sandbox", "--manifest-cache", "none"]
      + ["cache", "config", "security", "scratch"].flatMap {
        ["--\($0)-path", folder.appending(path: $0).path]
      } + ["dump-package"]
    let output = folder.appending(path: "dump.json")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try JSONDecoder().decode(Dump.self, from: Data(contentsOf: output))
  }
}

/// What `swift package dump-package` prints, as far as it matters here.
private struct Dump: Decodable {
  struct Dependency: Decodable {
    struct Identified: Decodable {
      let identity: String
    }

    let fileSystem: [Identified]?
    let registry: [Identified]?
    let sourceControl: [Identified]?
  }

  struct Target: Decodable {
    /// Each reference is an array of names, nulls and conditions under the name of its kind.
    struct Reference: Decodable {
      let product: [Argument]?
      let plugin: [Argument]?
      let byName: [Argument]?
    }

    let name: String
    let dependencies: [Reference]
    let pluginUsages: [Reference]?

    var packages: [String] {
      (dependencies + (pluginUsages ?? [])).compactMap { reference in
        (reference.product ?? reference.plugin).flatMap { $0.count > 1 ? $0[1].text : nil }
      }
    }

    var byName: [String] { dependencies.compactMap { $0.byName?.first?.text } }
  }

  struct Argument: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  let dependencies: [Dependency]
  let targets: [Target]
}

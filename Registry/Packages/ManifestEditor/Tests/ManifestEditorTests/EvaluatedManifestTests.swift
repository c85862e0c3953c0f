import ManifestEditor
import Testing

@Suite struct EvaluatedManifestTests {
  /// Output of `swift package dump-package`, with the members that are read.
  ///
  /// `/rest` starts like the root `/r`, and is not below it.
  private static let dump = """
    {
      "name": "Here",
      "dependencies": [
        {"fileSystem": [{"identity": "menu", "path": "/r/Components/Menu", "traits": []}]},
        {"fileSystem": [{
          "identity": "r", "path": "/r", "nameForTargetDependencyResolutionOnly": "All"
        }]},
        {"fileSystem": [{"identity": "other", "path": "/rest/other"}]},
        {"sourceControl": [{
          "identity": "log",
          "location": {"remote": [{"urlString": "https://example.com/log"}]},
          "requirement": {"range": [{"lowerBound": "0.3.0", "upperBound": "0.4.0"}]}
        }]},
        {"sourceControl": [{
          "identity": "soup", "location": {"local": ["/soup"]},
          "requirement": {"branch": ["main"]}
        }]},
        {"registry": [{"identity": "shop.stove", "requirement": {"exact": ["1.0.0"]}}]},
        {"future": [{"identity": "unknown"}]}
      ],
      "products": [
        {"name": "Here", "targets": ["Here"], "type": {"library": ["automatic"]}},
        {"name": "run", "targets": ["Here"], "type": {"executable": null}}
      ],
      "targets": [{
        "name": "Here", "type": "regular", "path": "Code", "exclude": [],
        "dependencies": [
          {"byName": ["Menu", null]},
          {"product": ["Log", "log", null, {"platformNames": ["linux"]}]},
          {"target": ["Other", null]}
        ],
        "pluginUsages": [{"plugin": ["Lint", "tools"]}]
      }]
    }
    """

  @Test func `the output of the toolchain is read`() throws {
    let manifest = try EvaluatedManifest(dump: Array(Self.dump.utf8), root: "/r")

    #expect(manifest.name == "Here")
    #expect(
      manifest.dependencies.map(\.location) == [
        .path("Components/Menu"), .path(""), .path("/rest/other"),
        .url("https://example.com/log"), .url("/soup"), .registry("shop.stove"),
      ]
    )
    #expect(manifest.dependencies.compactMap(\.name) == ["All"])
    #expect(
      manifest.dependencies.map(\.requirement)
        == [nil, nil, nil, .upToNextMinor("0.3.0"), nil, .exact("1.0.0")]
    )
    #expect(manifest.products.map(\.kind) == [.library, .executable])
    #expect(manifest.targets.map(\.path) == ["Code"])
    #expect(
      manifest.targets.first?.dependencies.map(\.reference)
        == [.byName("Menu"), .product("Log", package: "log"), .target("Other")]
    )
    #expect(manifest.targets.first?.plugins == [PluginUsage(name: "Lint", package: "tools")])
  }

  @Test(arguments: ["", "[]", "{}", #"{"name": "A", "products": [], "targets": []}"#, "{"])
  func `reading refuses text that is not the output of the toolchain`(text: String) {
    let error = #expect(throws: ManifestError.self) {
      try EvaluatedManifest(dump: Array(text.utf8), root: "/r")
    }
    #expect(error?.code == .invalidDump)
  }

  @Test func `a manifest is completed by what it says when it is run`() throws {
    let manifest = try PackageManifest(
      bytes: Array(package(#"dependencies: names.map { .package(path: $0) }"#).utf8)
    )
    #expect(manifest.obstacles.map(\.code) == [.computedPath])
    let completed = manifest.completed(
      by: try EvaluatedManifest(dump: Array(Self.dump.utf8), root: "/r")
    )
    #expect(completed.obstacles == [])
    #expect(completed.dependencies.count == 6)
    #expect(completed.textDependencies == [])
    #expect(completed.productNames == ["Here", "run"])
    // The soup, by branch.
    #expect(completed.refusals.map(\.code) == [.unversionedDependency])
    #expect(completed.refusals.first?.position == manifest.packagePosition)
  }

  @Test(arguments: [
    (#""pluginCapability": {"buildTool": null}"#, "buildTool", false),
    (
      #""pluginCapability": {"command": [{"custom": {"description": "", "verb": "bake"}}, []]}"#,
      "command bake", false
    ),
    (
      #""pluginCapability": {"command": [{"sourceCodeFormatting": {}}, []]}"#,
      "command sourceCodeFormatting", false
    ),
    (
      #""settings": [{"kind": {"interoperabilityMode": {"_0": "Cxx"}}, "tool": "swift"}]"#, nil,
      true
    ),
    (#""settings": [{"kind": {"define": {"_0": "Cxx"}}, "tool": "swift"}]"#, nil, false),
  ])
  func `the output of the toolchain tells what plugins do and modules need`(
    member: String,
    capability: String?,
    usesCxx: Bool
  ) throws {
    let dump = Self.dump.replacing(#""exclude": [],"#, with: #""exclude": [], \#(member),"#)
    let target = try #require(EvaluatedManifest(dump: Array(dump.utf8), root: "/r").targets.first)
    #expect(target.capability == capability)
    #expect(target.usesCxxInteroperability == usesCxx)
  }
}

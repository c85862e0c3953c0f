import Checks
import Git
import ManifestEditor
import ManifestForms
import SemverRules
import Testing

/// What manifests promise to those who depend on a package.
struct ManifestDifferenceTests {
  private static let library = #".library(name: "Kit", targets: ["Kit"])"#

  private func lines(
    _ old: (products: String, settings: String),
    _ new: (products: String, settings: String),
    tools: (String, String) = ("6.1", "6.1")
  ) throws -> [String] {
    let manifests = try [(old, tools.0), (new, tools.1)].map { state, tools in
      let text = """
        // swift-tools-version: \(tools)
        import PackageDescription
        let package = Package(
          name: "Kit",
          \(state.settings)
          products: [\(state.products)],
          targets: [.target(name: "Kit"), .target(name: "Extra"), .executableTarget(name: "tool"),
            .plugin(name: "Gen", capability: .buildTool())]
        )
        """
      return try LocatedManifest(bytes: Array(text.utf8), packagePath: .root)
    }
    let difference = InterfaceDifference(from: manifests[0], to: manifests[1])
    return difference.changes.map(\.line) + difference.gaps
  }

  @Test(arguments: [
    (#".library(name: "More", targets: ["Kit"])"#, "product More"),
    (#".executable(name: "tool", targets: ["tool"])"#, "executable tool"),
    (#".plugin(name: "Gen", targets: ["Gen"])"#, "plugin Gen"),
  ])
  func `products of all kinds are compared`(product: String, words: String) throws {
    let (less, more) = (Self.library, "\(Self.library), \(product)")
    #expect(try lines((more, ""), (less, "")) == ["\(words) was removed [product-removed]"])
    #expect(try lines((less, ""), (more, "")) == ["\(words) was added [product-added]"])
  }

  @Test func `comparing manifests reports modules removed from a library`() throws {
    let both = #".library(name: "Kit", targets: ["Kit", "Extra"])"#
    #expect(
      try lines((both, ""), (Self.library, "")) == ["module Extra was removed [module-removed]"]
    )
  }

  @Test func `a module that moves to another library is gone from the first`() throws {
    let one = #".library(name: "Kit", targets: ["Kit", "Extra"])"#
    let two = #"\#(Self.library), .library(name: "More", targets: ["Extra"])"#
    #expect(
      try lines((one, ""), (two, "")) == [
        "module Extra is no longer in the library Kit [module-removed]",
        "product More was added [product-added]",
      ]
    )
  }

  @Test(arguments: [
    (
      #".target(name: "Kit")"#,
      #".target(name: "Kit", swiftSettings: [.interoperabilityMode(.Cxx)])"#,
      ["module Kit needs C++ interoperability now [interoperability-added]"]
    ),
    (
      #".plugin(name: "Kit", capability: .buildTool())"#,
      #".plugin(name: "Kit", capability: .command(intent: .custom(verb: "bake", description: "")))"#,
      ["plugin Kit is 'command bake' in place of 'buildTool' [plugin-changed]"]
    ),
    (
      #".plugin(name: "Kit", capability: .command(intent: .custom(verb: "bake", description: "")))"#,
      #".plugin(name: "Kit", capability: .command(intent: .custom(verb: "cook", description: "")))"#,
      ["plugin Kit is 'command cook' in place of 'command bake' [plugin-changed]"]
    ),
  ])
  func `comparing manifests reports changes of targets in products`(
    old: String,
    new: String,
    expected: [String]
  ) throws {
    let manifests = try [old, new].map { target in
      let product = target.hasPrefix(".plugin") ? ".plugin" : ".library"
      let text = """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
          name: "Kit",
          products: [\(product)(name: "Kit", targets: ["Kit"])],
          targets: [\(target)]
        )
        """
      return try LocatedManifest(bytes: Array(text.utf8), packagePath: .root)
    }
    let difference = InterfaceDifference(from: manifests[0], to: manifests[1])
    #expect(difference.changes.map(\.line) == expected)
  }

  @Test func `another major version of a dependency is additive`() throws {
    let manifests = try ["1.4.0", "2.0.0"].map { version in
      let text = """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
          name: "Kit",
          products: [\(Self.library)],
          dependencies: [.package(url: "https://example.com/flour", from: "\(version)")],
          targets: [.target(name: "Kit")]
        )
        """
      return try LocatedManifest(bytes: Array(text.utf8), packagePath: .root)
    }
    let difference = InterfaceDifference(from: manifests[0], to: manifests[1])
    #expect(
      difference.changes.map(\.line) == ["requires flour 2 in place of 1 [dependency-raised]"]
    )
  }

  @Test(arguments: [
    (
      #"traits: ["Salt", .trait(name: "Sour", enabledTraits: ["Salt"])],"#,
      #"traits: ["Salt", "Sour"],"#,
      ["trait Sour no longer enables Salt [trait-enables-less]"]
    ),
    (
      #"traits: ["Sour", "Sweet"],"#, #"traits: ["Sweet"],"#,
      ["trait Sour was removed [trait-removed]"]
    ),
    (
      #"traits: [.trait(name: "Sour"), .default(enabledTraits: ["Sour"])],"#, #"traits: ["Sour"],"#,
      ["default trait Sour was removed [default-trait-removed]"]
    ),
    (
      #"traits: ["Sour"],"#, #"traits: ["Sour", .default(enabledTraits: ["Sour"])],"#,
      ["default trait Sour was added [default-trait-added]"]
    ),
    ("", #"traits: ["Sour"],"#, ["trait Sour was added [trait-added]"]),
  ])
  func `traits and those that are on by default are compared`(
    old: String,
    new: String,
    expected: [String]
  ) throws {
    #expect(try lines((Self.library, old), (Self.library, new)) == expected)
  }

  @Test(arguments: [
    (
      "platforms: [.iOS(.v15), .macOS(.v10_15)],", #"platforms: [.iOS(.v17), .macOS("10.15")],"#,
      ["needs iOS 17 in place of 15 [platform-raised]"]
    ),
    ("platforms: [.iOS(.v17)],", "", ["no longer needs iOS 17 [platform-lowered]"]),
    ("", "platforms: [.iOS(.v17)],", ["needs iOS 17 [platform-raised]"]),
    ("", "platforms: [.iOS(.v12), .macOS(.v10_13)],", []),
    (
      "platforms: [.iOS(.v9)],", "platforms: [.iOS(.v13)],",
      [
        "needs iOS 13 in place of 9 [platform-raised]"
      ]
    ),
  ])
  func `platforms are compared`(old: String, new: String, expected: [String]) throws {
    #expect(try lines((Self.library, old), (Self.library, new)) == expected)
  }

  @Test func `a newer Swift is an addition`() throws {
    #expect(
      try lines((Self.library, ""), (Self.library, ""), tools: ("6.0", "6.2"))
        == ["needs Swift 6.2 in place of 6.0 [tools-version-raised]"]
    )
  }
}

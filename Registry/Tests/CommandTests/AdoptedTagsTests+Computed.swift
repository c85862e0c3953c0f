import ProgramTesting
import Testing

extension AdoptedTagsTests {
  private static let computed = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "Menu",
      products: [.library(name: "Menu", targets: ["Menu"])],
      dependencies: ["Kitchen"].map { .package(path: "../\\($0)") },
      targets: [.target(name: "Menu", dependencies: ["Kitchen"])]
    )

    """

  /// Menu, whose manifest computed in 1.0.0, could not be run in 1.1.0, and is literal since 1.2.0.
  private func withComputedPast(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.withForeign(
      Sandbox.library("packages/Kitchen") + Sandbox.library("packages/Menu")
        + ["packages/Menu/Package.swift": Self.computed]
    ) { sandbox in
      for tag in ["Kitchen/1.0.0", "Menu/1.0.0"] { try sandbox.git("tag", tag) }
      let old = Self.computed.replacing("[.library(", with: "[.oldLibrary(")
      try sandbox.add(["packages/Menu/Package.swift": old])
      try sandbox.git("tag", "Menu/1.1.0")
      try sandbox.add(Sandbox.library("packages/Menu", dependsOn: ["../Kitchen"]))
      try sandbox.git("tag", "Menu/1.2.0")
      try await body(sandbox)
    }
  }

  @Test func `manifests that computed are run for old tags, where the owner allows it`()
    async throws
  {
    try await withComputedPast { sandbox in
      let pattern = ["--adopt-tags", "{name}/{version}"]
      let run = try await sandbox.registry(
        ["init", "--evaluate"] + pattern,
        environment: Sandbox.toolchain
      )
      #expect(
        run.output.contains(
          """
          adopted releases (3)
            Kitchen (1): 1.0.0
            Menu (2): 1.0.0 to 1.2.0
          not adopted (1)
            not-evaluated (1)
              Menu/1.1.0: packages/Menu/Package.swift:4:15: the toolchain cannot run the manifest: type\
           'Product' has no member 'oldLibrary'

          """
        ),
        "\(run.output)\(run.error)"
      )
      try sandbox.git("config", "registry.evaluate", "true")
      let log = try sandbox.read("Registry/releases/Menu.jsonl").split(separator: "\n")
      #expect(log.allSatisfy { $0.contains(#""requires":{"Kitchen":{"from":"1.0.0"}}"#) })
      try await sandbox.registry("archive", "Menu", "1.0.0", "-o", "menu.zip")
      let published = try sandbox.shell("cd repository; unzip -p menu.zip '*/Package.swift'")
      #expect(published.hasPrefix(Self.computed))
      #expect(published.contains(#"return .package(id: "bistro.Kitchen", from: "1.0.0")"#))
      let verify = try await sandbox.registry("verify", environment: Sandbox.toolchain)
      #expect(verify.output.contains("3 releases"), "\(verify.output)")
      #expect(verify.status == 0)
    }
  }

  @Test func `init without evaluation runs no manifests of tagged commits, and names the tags`()
    async throws
  {
    try await withComputedPast { sandbox in
      let run = try await sandbox.registry(
        ["init", "--adopt-tags", "{name}/{version}"],
        environment: Sandbox.toolchain
      )
      #expect(run.output.contains("  Menu (1): 1.2.0\n"), "\(run.output)\(run.error)")
      #expect(run.output.contains("  too-dynamic (2)\n    Menu/1.0.0: "), "\(run.output)")
    }
  }
}

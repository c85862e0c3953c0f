import ProgramTesting
import Testing

/// What the registry says of releases with the stock toolchain, really run.
struct ComparedReleaseTests {
  private func run(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(arguments, environment: Sandbox.toolchain)
  }

  private func write(_ code: String, _ sandbox: Sandbox) throws {
    try sandbox.write(code + "\n", to: "Components/Menu/Sources/Menu/Menu.swift")
    try sandbox.commitAll("feat: write the menu")
  }

  @Test func `products and targets that a manifest computes are compared like all others`()
    async throws
  {
    try await Sandbox.with(["Menu"]) { sandbox in
      let computed = """
        // swift-tools-version: 6.1
        import PackageDescription
        let names = ["Menu"]
        let package = Package(
          name: "Menu",
          products: names.map { .library(name: $0, targets: [$0]) },
          targets: names.map { .target(name: $0) }
        )

        """
      try sandbox.write(computed, to: "Components/Menu/Package.swift")
      try write("public func cook() {}\npublic func wash() {}", sandbox)
      _ = try await run(sandbox, "bump", "Menu", "1.0.0", "--verify", "none")
      try write("public func cook() {}", sandbox)
      let refused = try await run(sandbox, "bump", "Menu", "1.0.1", "--verify", "none", "--quiet")
      #expect(refused.status == 1)
      #expect(refused.error.contains("func wash() was removed [declaration-removed]"))
      let none = computed.replacing("let names = [\"Menu\"]", with: "let names: [String] = []")
      try sandbox.write(none, to: "Components/Menu/Package.swift")
      try sandbox.commitAll("feat: offer nothing")
      let empty = try await run(sandbox, "bump", "Menu", "1.0.1", "--verify", "none", "--quiet")
      #expect(empty.error.contains("product Menu was removed [product-removed]"))
    }
  }

  @Test func `versions are held to what the toolchain finds`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try write("public func cook() {}\npublic func wash() {}", sandbox)
      var bump = try await run(sandbox, "bump", "Menu", "--verify", "newest")
      #expect(bump.output.hasPrefix("Menu 1.0.0 is released, its first release\n"))
      #expect(bump.output.hasSuffix("  API      nothing to compare with\n"))

      try write("public func cook() {}\npublic func bake() {}\npackage func peel() {}", sandbox)
      let refused = try await run(
        sandbox,
        "bump",
        "Menu",
        "--minor",
        "--verify",
        "newest",
        "--quiet"
      )
      #expect(refused.status == 1)
      #expect(
        refused.error == """
          error: component 'Menu': version '1.1.0' promises compatibility with \
          '1.0.0', but in the public API
            func wash() was removed [declaration-removed]
          help: release '2.0.0', or accept the changes with '--accept-breaking REASON'

          """
      )
      bump = try await run(sandbox, "bump", "Menu", "--verify", "none")
      #expect(bump.output.hasPrefix("Menu 2.0.0 is released, after 1.0.0\n"))
      #expect(bump.output.hasSuffix("  API      1 breakage and 1 addition\n"))

      let diff = try await run(sandbox, "diff", "Menu", "1.0.0", "2.0.0", "--api")
      let last = try await run(sandbox, "diff", "Menu").output
      #expect(try await run(sandbox, "diff", "Menu", "2.0.0").output == last)
      #expect(
        diff.output == """
          Menu 1.0.0 to 2.0.0: 1 file
            M  +2 -1  Sources/Menu/Menu.swift

          public API: 1 breakage and 1 addition
            - func wash() was removed [declaration-removed]
            + func bake() was added [declaration-added]
          the next version must be at least 2.0.0

          """
      )
      let audit = try await run(sandbox, "audit", "--all")
      #expect(
        audit.output == """
          COMPONENT  VERSION  AFTER  PUBLIC API                 VERDICT
          Menu       1.0.0    –      nothing to compare with    –
          Menu       2.0.0    1.0.0  1 breakage and 1 addition  valid

          audited 2 releases: every version matches its API changes

          """
      )
      try write("public func cook() { peel() }", sandbox)
      let broken = try await run(sandbox, "bump", "Menu", "--verify", "newest", "--quiet")
      #expect(
        broken.error == """
          error: component 'Menu': 'Menu' does not build
            Sources/Menu/Menu.swift:1:22: error: cannot find 'peel' in scope
          help: fix it, commit, and try again

          """
      )
      #expect(try sandbox.recordCount("Menu", "2.0.0") == 1)
      #expect(try sandbox.git("status", "--porcelain") == "")

      try await sandbox.registry("bump", "Menu", "2.0.1")
      let incomplete = try await run(sandbox, "audit", "--all")
      #expect(
        incomplete.output.hasSuffix(
          "\naudited 3 releases: 1 release could not be compared, every other version matches its"
            + " API changes\n"
        ),
        "\(incomplete.output)"
      )
    }
  }

  /// The compiler refuses modules that it made in another folder.
  @Test func `a copied clone compares and builds as the clone does`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try write("public func cook() {}", sandbox)
      _ = try await run(sandbox, "bump", "Menu", "--verify", "newest")
      try write("public func cook() {}\npublic func bake() {}", sandbox)
      let plan = try await run(sandbox, "plan")
      #expect(plan.status == 0, "\(plan.error)")
      try sandbox.shell("cp -a repository copy; rm -rf copy/.registry/cache/interfaces")
      let copied = try await run(sandbox, "plan", "--directory", "../copy")
      #expect(copied.output == plan.output, "\(copied.error)")
      let bump = try await run(
        sandbox,
        "bump",
        "Menu",
        "--verify",
        "newest",
        "--directory",
        "../copy"
      )
      #expect(bump.output.hasPrefix("Menu 1.1.0 is released, after 1.0.0\n"), "\(bump.error)")
    }
  }
}

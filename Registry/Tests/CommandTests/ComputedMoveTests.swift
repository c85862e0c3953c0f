import ProgramTesting
import Testing

/// `move`, where manifests compute their dependencies.
struct ComputedMoveTests {
  /// Menu, whose manifest computes that it depends on Kitchen.
  private static func menu(_ dependencies: String) -> String {
    Sandbox.manifest(
      "Menu",
      """
        products: [.library(name: "Menu", targets: ["Menu"])],
        dependencies: \(dependencies),
        targets: [.target(name: "Menu", dependencies: ["Kitchen"])]
      """
    )
  }

  private static let computed = menu(#"["Kitchen"].map { .package(path: "../\($0)") }"#)

  private func with(
    _ manifest: String = computed,
    evaluates: Bool = true,
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.with(["Kitchen", "Menu"]) { sandbox in
      try sandbox.write(manifest, to: "Components/Menu/Package.swift")
      if evaluates {
        let text = try sandbox.read("Registry/manifest.json")
          .replacing("\"schema\"", with: "\"manifests\": \"evaluate\",\n  \"schema\"")
        try sandbox.write(text, to: "Registry/manifest.json")
        try sandbox.git("config", "registry.evaluate", "true")
      }
      try sandbox.commitAll("Compute")
      try await body(sandbox)
    }
  }

  private func move(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(["move"] + arguments, environment: Sandbox.toolchain)
  }

  @Test func `a move that was made by hand is recorded, and manifests are left to the person`()
    async throws
  {
    try await with(evaluates: false) { sandbox in
      try sandbox.git("mv", "Components/Menu", "Components/Card")
      try sandbox.commitAll("Rename the menu")
      let run = try await move(sandbox, "Menu", "Components/Card")
      #expect(run.output.hasPrefix("Menu is moved: Components/Menu → Components/Card\n"))
      #expect(run.status == 0, "\(run.error)")
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test(arguments: [["Kitchen", "Libraries/Kitchen"], ["Menu", "Libraries/Menu"]])
  func `a computed path that would have to change is refused, and nothing moves`(
    arguments: [String]
  ) async throws {
    try await with { sandbox in
      let before = try sandbox.git("rev-parse", "HEAD")
      let run = try await sandbox.registry(["move"] + arguments, environment: Sandbox.toolchain)
      #expect(
        run.error == """
          error: Components/Menu/Package.swift: the path to 'Components/Kitchen' is computed, so it\
           cannot follow the move
          help: write it as '.package(path: "…")' first, or move the folder with 'git mv' and correct the\
           manifests by hand

          """
      )
      #expect(run.status == 1)
      #expect(try sandbox.git("rev-parse", "HEAD") == before)
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test func `a literal path beside computed ones follows`() async throws {
    try await with(
      Self.menu(
        #"[.package(path: "../Kitchen")] + ["Log"].map { .package(url: "https://x.org/\($0)", from: "1.0.0") }"#
      )
    ) { sandbox in
      let run = try await move(sandbox, "Kitchen", "Libraries/Kitchen")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try sandbox.read("Components/Menu/Package.swift")
          .contains(#"dependencies: [.package(path: "../../Libraries/Kitchen")] + ["Log"].map"#)
      )
    }
  }

  @Test func `a manifest that may not be run, or cannot be, is refused`() async throws {
    try await with(evaluates: false) { sandbox in
      let run = try await move(sandbox, "Kitchen", "Libraries/Kitchen")
      #expect(run.status == 1)
      #expect(run.error.contains("the dependencies of 'Components/Menu' cannot be read, so they"))
      #expect(run.error.contains("'registry init --evaluate'"), "\(run.error)")
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
    try await with(Self.computed + "\nfatalError()\n") { sandbox in
      let run = try await move(sandbox, "Kitchen", "Libraries/Kitchen")
      #expect(run.status == 1)
      #expect(run.error.contains("'Components/Menu' cannot be read, so they cannot follow"))
      #expect(run.error.contains("the toolchain cannot run the manifest"), "\(run.error)")
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }
}

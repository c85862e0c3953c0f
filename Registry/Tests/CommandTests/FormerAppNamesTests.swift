import ProgramTesting
import Testing

/// Apps were called scaffolds: what has the former names goes on working until 2.0.
struct FormerAppNamesTests {
  private func withFormerNames(_ body: @Sendable (borrowing Sandbox) async throws -> Void)
    async throws
  {
    try await Sandbox.with { sandbox in
      try await WritingVerb.pin.prepare(sandbox)
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(manifest.replacing("\"apps\"", with: "\"scaffolds\""), to: path)
      try sandbox.commitAll("Use the former name")
      try await body(sandbox)
    }
  }

  private let path = "Registry/manifest.json"

  @Test func `files keep the former name of the key, and the option has it`() async throws {
    try await withFormerNames { sandbox in
      let pin = try await sandbox.registry("pin", "Menu", "1.0.0", "--scaffold", "app")
      #expect(pin.status == 0, "\(pin.error)")
      for key in ["app.product", "apps.app.product", "scaffolds.app.product"] {
        let set = try await sandbox.registry("set", key, "till-\(key)")
        #expect(set.status == 0, "\(set.error)")
        #expect(try sandbox.read(path).contains("\"product\": \"till-\(key)\""))
      }
      let resolved = try sandbox.read("Registry/resolved.json")
      for text in [try sandbox.read(path), resolved] {
        #expect(text.contains("\"scaffolds\": {"))
        #expect(!text.contains("\"apps\""))
      }
      let layers = try await sandbox.registry("sync")
      #expect(layers.status == 0, "\(layers.error)")
    }
  }

  @Test func `a file moves to the new name with the manifest`() async throws {
    try await withFormerNames { sandbox in
      try await sandbox.registry("pin", "Menu", "1.0.0")
      let manifest = try sandbox.read(path)
      try sandbox.write(manifest.replacing("\"scaffolds\"", with: "\"apps\""), to: path)
      try sandbox.commitAll("Use the new name")
      let resolve = try await sandbox.registry("resolve")
      #expect(resolve.status == 0, "\(resolve.error)")
      #expect(try sandbox.read("Registry/resolved.json").contains("\"apps\": {"))
      let set = try await sandbox.registry("set", "scaffolds.app.product", "till")
      #expect(set.status == 0, "\(set.error)")
      #expect(!(try sandbox.read(path)).contains("scaffolds"))
    }
  }

  @Test func `both names at once are refused`() async throws {
    try await withFormerNames { sandbox in
      let both = try await sandbox.registry("pins", "--app", "app", "--scaffold", "app")
      #expect(
        both.error.hasPrefix(
          "error: '--scaffold' is the former name of '--app': give only one of them\n"
        ),
        "\(both.error)"
      )
      let manifest = try sandbox.read(path)
      try sandbox.write(
        manifest.replacing("\"schema\"", with: "\"apps\": {},\n  \"schema\""),
        to: path
      )
      let pins = try await sandbox.registry("pins")
      #expect(
        pins.error.contains(
          "apps are listed in \"apps\" and also in \"scaffolds\", its former name\n"
            + "help: move all of them into \"apps\""
        ),
        "\(pins.error)"
      )
    }
  }
}

import Foundation
import ProgramTesting
import ScratchMonorepos
import Testing

/// What `lint` says of layers, cycles and exceptions, and that `bump`, `release` and `pin` refuse it.
struct LintTests {
  @Test func `layers are checked with their direction, and within`() async throws {
    try await Sandbox.withLayers { sandbox in
      let run = try await sandbox.registry("lint")
      #expect(run.status == 1)
      #expect(run.error == "")
      #expect(
        run.output == """
          error: layer-violation (1)
            Components/Salt/Package.swift:8:5: 'Salt' depends on 'Menu', but the layer 'core' may not \
          use the layer 'feature'
            help: remove the dependency, or accept it under "exceptions" in 'Registry/manifest.json'
          error: sideways-dependency (1)
            Components/Menu/Package.swift:8:5: 'Menu' depends on 'Kitchen', which is in the same layer \
          'feature'
            help: move what both need to a layer below, or accept it under "exceptions" in \
          'Registry/manifest.json'
          checked 3 components: 2 errors

          """
      )
    }
  }

  @Test func `a cycle is an error, and bump refuses it`() async throws {
    try await Sandbox.withLayers(menu: [], salt: []) { sandbox in
      // Released while there was no cycle yet.
      try sandbox.write(
        Sandbox.layers(
          exceptions:
            #"{ "Menu": { "Kitchen": { "reason": "x" } }, "Kitchen": { "Menu": { "reason": "x" } } }"#
        ),
        to: "Registry/manifest.json"
      )
      try sandbox.write(
        MonorepoFiles.package("Menu", dependsOn: ["../Kitchen"]),
        to: "Components/Menu/Package.swift"
      )
      try sandbox.commitAll("Cook the menu")
      #expect(try await sandbox.registry("release").status == 0)
      try sandbox.write(
        MonorepoFiles.package("Kitchen", dependsOn: ["../Menu"]),
        to: "Components/Kitchen/Package.swift"
      )
      try sandbox.commitAll("Read the menu")
      let message = "components form a dependency cycle: 'Kitchen' → 'Menu' → 'Kitchen'"
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 1)
      #expect(
        lint.output.contains(
          "error: dependency-cycle (1)\n  Components/Kitchen/Package.swift:8:5: \(message)\n"
        )
      )
      let bump = try await sandbox.registry("bump", "Kitchen", "2.0.0")
      #expect(bump.status == 1)
      #expect(bump.error.contains(message))
      #expect(try sandbox.git("tag", "--list", "Kitchen/2*") == "")
    }
  }

  @Test func `an exception accepts a dependency, until it ends or is not needed`() async throws {
    let exceptions = """
      {
          "Kitchen": { "Menu": { "reason": "was planned once" } },
          "Menu": {
            "Kitchen": { "reason": "until the move", "until": "2999-01-31" },
            "Salt": { "reason": "allowed anyway" }
          },
          "Salt": { "Menu": { "reason": "historic", "until": "2020-02-29" } }
        }
      """
    try await Sandbox.withLayers(exceptions: exceptions, menu: ["../Kitchen", "../Salt"]) {
      sandbox in
      let run = try await sandbox.registry("lint", "--json")
      #expect(run.status == 1)
      struct Answer: Decodable {
        struct Finding: Decodable {
          let severity: String
          let rule: String
          let file: String
          let line: Int?
          let message: String
        }
        let clean: Bool
        let components: Int
        let errors: Int
        let warnings: Int
        let findings: [Finding]
      }
      let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
      #expect(!answer.clean && answer.components == 3)
      #expect(answer.errors == 2 && answer.warnings == 2)
      #expect(
        answer.findings.map { "\($0.severity) \($0.file):\($0.line ?? 0) \($0.message)" } == [
          "error Components/Menu/Package.swift:9 components form a dependency cycle: 'Menu' → 'Salt'"
            + " → 'Menu'",
          "error Components/Salt/Package.swift:8 'Salt' depends on 'Menu', but the layer 'core' may"
            + " not use the layer 'feature'; the exception for it ended on 2020-02-29",
          "warning Registry/manifest.json:8 the exception for 'Kitchen' to use 'Menu' is not needed:"
            + " 'Kitchen' does not depend on it",
          "warning Registry/manifest.json:11 the exception for 'Menu' to use 'Salt' is not needed:"
            + " the layers allow it",
        ]
      )
    }
  }

  @Test func `bump, release and plan refuse what the layers do not allow`() async throws {
    try await Sandbox.withLayers(salt: []) { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      let bump = try await sandbox.registry("bump", "Menu", "1.0.0")
      #expect(bump.status == 1)
      #expect(
        bump.error == """
          error: Components/Menu/Package.swift:8:5: 'Menu' depends on 'Kitchen', which is in the same \
          layer 'feature'
          help: move what both need to a layer below, or accept it under "exceptions" in \
          'Registry/manifest.json'

          """
      )
      let release = try await sandbox.registry("release")
      #expect(release.status == 1)
      #expect(release.output.contains("Menu is not released\n  "))
      #expect(release.output.contains("which is in the same layer 'feature'"))
      #expect(try sandbox.git("tag") == "Kitchen/1.0.0\nSalt/1.0.0")
    }
  }

  @Test func `pin refuses a release that the layers do not allow`() async throws {
    let accepted = #"{ "Menu": { "Kitchen": { "reason": "until the move" } } }"#
    try await Sandbox.withLayers(exceptions: accepted, salt: []) { sandbox in
      #expect(try await sandbox.registry("release").status == 0)
      try sandbox.write(Sandbox.layers(exceptions: "{}"), to: "Registry/manifest.json")
      try sandbox.commitAll("Accept nothing")
      let refused = try await sandbox.registry("pin", "Menu", "1.0.0")
      #expect(refused.status == 1)
      #expect(
        refused.error == """
          error: Menu 1.0.0: 'Menu' depends on 'Kitchen', which is in the same layer 'feature'
          help: move what both need to a layer below, or accept it under "exceptions" in \
          'Registry/manifest.json'

          """
      )
      #expect(try sandbox.git("status", "--porcelain") == "")
      #expect(try await sandbox.registry("pin", "Kitchen", "1.0.0").status == 0)
      try sandbox.write(
        try sandbox.read("Registry/manifest.json")
          .replacing("\"exceptions\": {}", with: "\"exceptions\": \(accepted)"),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll("Accept it again")
      let pinned = try await sandbox.registry("pin", "Menu", "1.0.0")
      #expect(pinned.status == 0, "\(pinned.error)")
    }
  }
}

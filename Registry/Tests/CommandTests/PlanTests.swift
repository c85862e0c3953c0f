import ProgramTesting
import Testing

/// What `plan`, `release`, `outdated` and `why` print.
struct PlanTests {
  /// Kitchen depends on Menu; both are released, and Menu has broken since.
  private func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.write("// the app\n", to: "App/Package.swift")
      try sandbox.writeManifest(
        ["Kitchen": "Components/Kitchen", "Menu": "Components/Menu"],
        apps: #""app": { "path": "App", "pins": {} }"#
      )
      try sandbox.commitAll("Depend on the menu")
      try await sandbox.registry("release")
      try await sandbox.registry("pin", "Kitchen", "1.0.0")
      try sandbox.change("Menu", "feat!: drop the salt")
      try await body(sandbox)
    }
  }

  @Test func `a plan in words, and as a gate`() async throws {
    try await with { sandbox in
      let run = try await sandbox.registry("plan", "--no-api-check", "--check")
      #expect(run.status == 1)
      #expect(run.error == "")
      #expect(
        run.output == """
          Menu 1.0.0 → 2.0.0
            1 commit: 1 breaking
          Kitchen 1.0.0 → 2.0.0
            updates Menu to 2.0.0, where its last release requires from 1.0.0; whether its public API \
          has types of Menu was not checked

          2 releases; the public API was not compared: the versions follow from the commits alone

          """
      )
      try await sandbox.registry("release")
      let after = try await sandbox.registry("plan", "--no-api-check", "--check")
      #expect(after.status == 0)
      #expect(after.output == "nothing to release\n")
    }
  }

  @Test func `changes that are not committed are said to be left out`() async throws {
    try await with { sandbox in
      try await sandbox.registry("release")
      try sandbox.write("// new\n", to: "Components/Menu/Sources/Menu/More.swift")
      let note = """
        note: 'Menu' has uncommitted changes, and only commits are released: commit them with 'git \
        commit'

        """
      for arguments in [["plan", "--no-api-check"], ["release"]] {
        let run = try await sandbox.registry(arguments)
        #expect(run.status == 0)
        #expect(run.output == "nothing to release\n")
        #expect(run.error == note)
        let other = try await sandbox.registry(arguments + ["Kitchen"])
        #expect(other.error == "")
        let quiet = try await sandbox.registry(arguments + ["--quiet"])
        #expect(quiet.error == "")
      }
    }
  }

  @Test func `release prints notes that all releases share once`() async throws {
    try await Sandbox.with(["Kitchen", "Menu"]) { sandbox in
      try sandbox.write("Free\n", to: "LICENSE")
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing("\"schema\": 1", with: "\"rootFiles\": [\"LICENSE\"], \"schema\": 1"),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll()
      let run = try await sandbox.registry("release")
      #expect(
        run.output.scrubbed == """
          Kitchen 1.0.0 is released, its first release
          Menu 1.0.0 is released, its first release
            added    LICENSE: from the root of the repository (2 releases)
            commit  <short>

          """,
        "\(run.error)"
      )
    }
  }

  @Test func `a plan as JSON`() async throws {
    try await with { sandbox in
      let run = try await sandbox.registry("plan", "Menu", "--no-api-check", "--json")
      #expect(
        run.output == """
          {
            "comparesInterfaces" : false,
            "held" : [

            ],
            "steps" : [
              {
                "asked" : false,
                "component" : "Menu",
                "level" : "breaking",
                "path" : "Components/Menu",
                "previous" : "1.0.0",
                "reasons" : [
                  {
                    "commits" : {
                      "breaking" : 1,
                      "count" : 1,
                      "features" : 0
                    },
                    "kind" : "commits"
                  }
                ],
                "version" : "2.0.0"
              },
              {
                "asked" : false,
                "component" : "Kitchen",
                "level" : "breaking",
                "path" : "Components/Kitchen",
                "previous" : "1.0.0",
                "reasons" : [
                  {
                    "dependency" : {
                      "component" : "Menu",
                      "exposure" : "unknown",
                      "recorded" : {
                        "from" : "1.0.0"
                      },
                      "version" : "2.0.0"
                    },
                    "kind" : "dependency"
                  }
                ],
                "version" : "2.0.0"
              }
            ]
          }

          """
      )
    }
  }

  @Test func `a release that leaves something back says so by its exit status`() async throws {
    try await with { sandbox in
      try sandbox.change("Kitchen", "feat: soup")
      try sandbox.write("// not committed\n", to: "Components/Kitchen/Sources/Kitchen/More.swift")
      let planned = try await sandbox.registry("release", "--dry-run", "--json")
      #expect(planned.status == 1)
      #expect(planned.output.contains("\"outcome\" : \"planned\""))
      let run = try await sandbox.registry("release")
      #expect(run.status == 1)
      #expect(
        run.output.hasPrefix("Menu 2.0.0 is released, after 1.0.0\nKitchen is not released\n  ")
      )
      #expect(
        run.error == """
          error: 1 component is not released: 'Kitchen'
          help: fix what prevents it, commit, and run the command again

          """
      )
      #expect(try sandbox.recordCount("Menu", "2.0.0") == 1)
      try sandbox.commitAll("fix: the rest")
      let rest = try await sandbox.registry("release")
      #expect(rest.status == 0, "\(rest.error)")
      #expect(try await sandbox.registry("release").status == 0)
    }
  }

  @Test func `outdated lists possible moves, and why lists the requirers`() async throws {
    try await with { sandbox in
      try await sandbox.registry("release")
      #expect(
        try await sandbox.registry("outdated").output == """
          APP      CURRENT  FITTING  NEWEST  HELD BY
          Kitchen  1.0.0    1.0.0    2.0.0   pin 1.0.0
          Menu     1.0.0    1.0.0    2.0.0   Kitchen 1.0.0 requires from 1.0.0

          """
      )
      #expect(
        try await sandbox.registry("why", "Menu").output == """
          app is built from Menu 1.0.0
            required by Kitchen 1.0.0: from 1.0.0
              pinned: Kitchen 1.0.0

          """
      )
    }
  }
}

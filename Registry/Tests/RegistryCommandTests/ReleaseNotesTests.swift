import ProgramTesting
import Testing

/// The entry of one release, for the release page of a forge.
struct ReleaseNotesTests {
  @Test func `log prints the entry of one release as Markdown`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu", "feat: have soup")
      try await sandbox.registry("bump", "Menu", "1.1.0", "--notes", "Hot.")
      let run = try await sandbox.registry("log", "Menu", "1.1.0", "--format", "markdown")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output == "Hot.\n\n#### Added\n\n- have soup\n")
      let one = try await sandbox.registry("log", "Menu", "1.0.0")
      #expect(one.output.split(separator: "\n").count == 1)
      #expect(one.output.hasPrefix("Menu  1.0.0  "))
      let unknown = try await sandbox.registry("log", "Menu", "1.2.0", "--format", "markdown")
      #expect(unknown.error.hasPrefix("error: 'Menu' has no release '1.2.0'\n"))
      let usage = try await sandbox.registry("log", "Menu", "--format", "markdown")
      #expect(usage.status == 2)
      try sandbox.git("rm", "-q", "CHANGELOG.md")
      try sandbox.commitAll()
      let missing = try await sandbox.registry("log", "Menu", "1.1.0", "--format", "markdown")
      #expect(missing.status == 1)
      #expect(missing.error == "error: no changelog has an entry for 'Menu' 1.1.0\n")
    }
  }

  @Test func `a release with its own changelog builds for a client, in a dry run too`() async throws
  {
    try await Sandbox.with(["Menu"]) { sandbox in
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing(
          "{\n  \"components\": {",
          with: "{\n  \"changelogs\": \"components\",\n  \"components\": {"
        ),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll()
      for option in [["--dry-run"], []] {
        let run = try await sandbox.registry(
          ["bump", "Menu", "1.0.0", "--verify", "newest"] + option,
          environment: Sandbox.toolchain
        )
        #expect(run.status == 0, "\(run.error)")
      }
      let notes = try await sandbox.registry("log", "Menu", "1.0.0", "--format", "markdown")
      #expect(notes.output.hasPrefix("### Changed\n\n- "))
      #expect(try await sandbox.registry("verify").status == 0)
      #expect(
        try sandbox.shell(
          """
          registry archive Menu 1.0.0 --quiet --directory repository -o menu.zip > /dev/null
          unzip -p menu.zip Menu-1.0.0/CHANGELOG.md | grep -c '^## 1.0.0 - '
          """
        ) == "1"
      )
    }
  }
}

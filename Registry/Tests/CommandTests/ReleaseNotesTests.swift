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
      let unknown = try await sandbox.registry("log", "Menu", "1.3.0", "--format", "markdown")
      #expect(unknown.error.hasPrefix("error: 'Menu' has no release '1.3.0'\n"))
      let usage = try await sandbox.registry("log", "Menu", "--format", "markdown")
      #expect(usage.status == 2)
      try sandbox.change("Menu", "feat: name rules [soup-added] and `a\\[b`")
      try await sandbox.registry("bump", "Menu", "1.2.0")
      let notes = try await sandbox.registry("log", "Menu", "1.2.0", "--notes")
      let shown = "\n  - name rules [soup-added] and `a\\[b`\n"
      #expect(notes.output.hasSuffix(shown), "\(notes.output)")
      let text = try await sandbox.registry("log", "Menu", "1.2.0", "--format", "markdown")
      #expect(text.output.contains(#"- name rules \[soup-added] and `a\[b`"#), "\(text.output)")
      try sandbox.git("rm", "-q", "CHANGELOG.md")
      try sandbox.commitAll()
      let recorded = try await sandbox.registry("log", "Menu", "1.1.0", "--format", "markdown")
      #expect(recorded.output == "Hot.\n\n#### Added\n\n- have soup\n", "\(recorded.error)")
    }
  }
}

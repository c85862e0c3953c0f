import ProgramTesting
import Testing

/// Notes on changes, as they are typed.
struct ChangeCommandTests {
  @Test func `a note is added, shown by plan and status, and used up`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu", "wip")
      let missing = try await sandbox.registry("change", "--check", "--since", "HEAD~1")
      #expect(missing.status == 1)
      #expect(
        missing.error == """
          error: 'Menu' has changes since 'HEAD~1' and no change note
          help: describe them with 'registry change Menu --notes TEXT', and '--minor' or '--major' \
          if they are more than fixes

          """
      )
      let preview = try await sandbox.registry("change", "--minor", "--notes", "Salad", "-n")
      #expect(
        preview.output == """
          Registry/changes/salad.md would be added: minor, for Menu

          Registry/changes/salad.md (new file)
            + ---
            + Menu: minor
            + ---
            +
            + Salad

          commit
            Add a change note for Menu

          """
      )
      try await sandbox.expectJSON(
        "change",
        "Menu",
        "--minor",
        "--notes",
        "Salad",
        is: """
          {
            "commit" : "<object>",
            "components" : [
              "Menu"
            ],
            "file" : "Registry/changes/salad.md",
            "level" : "minor",
            "outcome" : "noted"
          }

          """
      )
      try await sandbox.expectJSON(
        "change",
        "--check",
        is: """
          {
            "components" : [
              {
                "component" : "Menu",
                "notes" : 1
              }
            ]
          }

          """
      )
      let again = try await sandbox.registry("change", "Menu", "--minor", "--notes", "Salad")
      #expect(
        again.output == "Registry/changes/salad.md exists already, with exactly this text\n"
      )
      let status = try await sandbox.registry("status")
      #expect(status.output.contains("  1 commit since, 1 change note  "))
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(plan.output.contains("\n  1 commit\n  change note, minor: Salad\n"))
      let review = try await sandbox.registry("plan", "--no-api-check", "--format", "markdown")
      #expect(review.output.contains("\n- change note, minor: Salad\n"))
      let release = try await sandbox.registry("bump", "Menu", "1.1.0", "-n", "--diff")
      #expect(release.output.contains("\nRegistry/changes/salad.md (removed)\n  - ---\n"))
      try await sandbox.registry("bump", "Menu", "1.1.0")
      #expect(try sandbox.git("ls-files", "Registry/changes") == "")
      #expect(try await sandbox.registry("status").output.contains("  unchanged  "))
    }
  }

  @Test(arguments: [
    ["Menu"], ["--check", "--notes", "Salad"], ["--check", "--minor"],
    ["Menu", "--since", "HEAD", "--notes", "Salad"],
  ])
  func `arguments that contradict each other are refused`(_ arguments: [String]) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let run = try await sandbox.registry(["change"] + arguments)
      #expect(run.status == 2)
    }
  }

  @Test func `a note with a fault is named with its line`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.write("---\nMneu: minor\n---\nSalad\n", to: "Registry/changes/salad.md")
      try sandbox.write("---\nMenu: huge\n---\nSoup\n", to: "Registry/changes/soup.md")
      try sandbox.change("Menu")
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(plan.status == 1)
      #expect(
        plan.error == """
          error: Registry/changes/salad.md:2: unknown component 'Mneu'
          help: did you mean 'Menu'?

          """
      )
      let lint = try await sandbox.registry("lint")
      #expect(
        lint.output.contains(
          """
          error: invalid-change-note (1)
            Registry/changes/soup.md:2: unknown level 'huge', expected 'major', 'minor' or 'patch'
          """
        ),
        "\(lint.output)"
      )
    }
  }
}

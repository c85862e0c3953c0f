import ProgramTesting
import Testing

/// The text of a pull request, which `plan` and `release` print.
struct ReleaseReviewTests {
  @Test func `versions, reasons, dependents, withdrawn releases and what is held`() async throws {
    try await Sandbox.with(["Kitchen", "Menu", "Table"]) { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll("Depend on the menu")
      try await sandbox.registry("release")
      try sandbox.change("Menu", "feat: list soups")
      try await sandbox.registry("bump", "Menu", "1.1.0")
      try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "too <hot>\nfor all")
      try sandbox.change("Menu", "feat!: drop the salt")
      try sandbox.write("let x = 1\n", to: "Components/Table/Package.swift")
      try sandbox.commitAll("Break the table")
      let expected = """
        | component | last release | release | change |
        |---|---|---|---|
        | Menu | 1.0.0 | **2.0.0** | incompatible |
        | Kitchen | 1.0.0 | **2.0.0** | incompatible |

        ### Not released

        - **Table**: Components/Table/Package.swift: REASON

        The public API was not compared: the versions follow from the commits alone.

        ### Menu 2.0.0

        - 2 commits: 1 breaking, 1 feature
        - replaces 1.1.0, which is withdrawn: too &lt;hot> for all
        - required by Kitchen 1.0.0 (from 1.0.0), which is released with it as 2.0.0

        ### Kitchen 2.0.0

        - updates Menu to 2.0.0, where its last release requires from 1.0.0; whether its public API \
        has types of Menu was not checked

        """
      let plan = try await sandbox.registry("plan", "--no-api-check", "--format", "markdown")
      #expect(plan.output.replacing(/Package.swift:.*/, with: "Package.swift: REASON") == expected)
      let text = try await sandbox.registry("plan", "Menu", "--no-api-check")
      #expect(
        text.output.hasPrefix(
          """
          Menu 1.0.0 → 2.0.0
            2 commits: 1 breaking, 1 feature
            replaces 1.1.0, which is withdrawn: too <hot>
          """
        ),
        "\(text.output)"
      )
      let held = try await sandbox.registry("plan", "--no-api-check", "--check-held")
      #expect(held.status == 1)
      let free = try await sandbox.registry("plan", "Kitchen", "--no-api-check", "--check-held")
      #expect(free.status == 0)
      let release = try await sandbox.registry(
        "release",
        "--branch",
        "next",
        "--format",
        "markdown"
      )
      #expect(release.output == plan.output)
      #expect(try sandbox.git("rev-list", "--count", "main..next") == "1")
      let usage = try await sandbox.registry("plan", "--json", "--format", "markdown")
      #expect(usage.status == 2)
    }
  }

  @Test func `plan as Markdown lists components with the same changes once`() async throws {
    try await Sandbox.with(["Kitchen", "Menu", "Table"]) { sandbox in
      try await sandbox.registry("release", "Menu")
      try sandbox.change("Menu", "fix: less salt")
      let plan = try await sandbox.registry("plan", "--no-api-check", "--format", "markdown")
      #expect(
        plan.output == """
          | component | last release | release | change |
          |---|---|---|---|
          | Kitchen | – | **1.0.0** | first release |
          | Menu | 1.0.0 | **1.0.1** | not compared |
          | Table | – | **1.0.0** | first release |

          The public API was not compared: the versions follow from the commits alone.

          ### Kitchen 1.0.0, Table 1.0.0

          - its first release

          ### Menu 1.0.1

          - 1 commit

          """
      )
    }
  }

  @Test func `changes of the public API are shown as a difference`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try sandbox.write("public func salt() {}\n", to: "Components/Menu/Sources/Menu/Salt.swift")
      try sandbox.commitAll("Add salt")
      try await sandbox.registry("release")
      try sandbox.write("public func pepper() {}\n", to: "Components/Menu/Sources/Menu/Salt.swift")
      try sandbox.commitAll("Use pepper")
      let run = try await sandbox.registry(
        ["plan", "--format", "markdown"],
        environment: Sandbox.toolchain
      )
      #expect(
        run.output == """
          | component | last release | release | change |
          |---|---|---|---|
          | Menu | 1.0.0 | **2.0.0** | incompatible |

          ### Menu 2.0.0

          - 1 commit
          - public API: 1 breakage and 1 addition

            ```diff
            - func salt() was removed [declaration-removed]
            + func pepper() was added [declaration-added]
            ```


          """,
        "\(run.error)"
      )
    }
  }
}

import ProgramTesting
import Testing

/// Components that stand at a version without a release, and what a first release says of history.
struct BaselineTests {
  private static let packages =
    Sandbox.library("packages/Kitchen")
    + Sandbox.library("packages/Menu", dependsOn: ["../Kitchen"])
    + Sandbox.library("packages/Table")

  private func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.withForeign(Self.packages) { sandbox in
      let run = try await sandbox.registry(
        "init",
        "--baseline",
        "1.4.0",
        "--baseline",
        "Table=2.0.0-preview"
      )
      #expect(run.status == 0, "\(run.error)")
      // There is nothing to plan yet.
      #expect(run.output.hasSuffix("\nnext: registry status\n"), "\(run.output)")
      try await body(sandbox)
    }
  }

  @Test func `a component that is added later may have one too`() async throws {
    try await with { sandbox in
      try sandbox.add(Sandbox.library("packages/Terrace"))
      let run = try await sandbox.registry("add", "packages/Terrace", "--baseline", "3.1.0")
      #expect(run.status == 0, "\(run.error)")
      let status = try await sandbox.registry("status", "Terrace")
      #expect(status.output.contains("unchanged since baseline 3.1.0"))
      let invalid = try await sandbox.registry("add", "packages/Table", "--baseline", "3.1")
      #expect(invalid.status == 1)
      #expect(invalid.error.contains("invalid version '3.1', expected major.minor.patch"))
      let both = try await sandbox.registry("add", "x", "--baseline", "1.0.0", "--private")
      #expect(both.status == 2)
    }
  }

  @Test func `a baseline is what the next release goes on from`() async throws {
    try await with { sandbox in
      #expect(
        try sandbox.git("log", "-1", "--format=%s")
          == "Add a registry of 3 components, set the baseline of 3 components"
      )
      let source = try sandbox.git("rev-parse", "HEAD~1")
      #expect(
        try sandbox.read("Registry/manifest.json").contains(
          """
              "Kitchen": {
                "baseline": { "source": "\(source)", "version": "1.4.0" },
                "path": "packages/Kitchen"
              },
          """
        )
      )
      #expect(try await sandbox.registry("plan", "--no-api-check").output == "nothing to release\n")
      try sandbox.change(in: "packages/Menu", "feat: add salad")
      let status = try await sandbox.registry("status")
      #expect(
        status.output
          == """
          COMPONENT  LAYER  STATE                                   VERSION  LATEST
          Kitchen    –      unchanged since baseline 1.4.0          –        –
          Menu       –      1 commit since baseline 1.4.0           –        –
          Table      –      unchanged since baseline 2.0.0-preview  –        –

          """
      )
      // What it needs comes with it, as the baseline has it.
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(
        plan.output.hasPrefix(
          """
          Kitchen 1.4.0
            its first release
          Menu 1.5.0
            its first release, after the baseline 1.4.0
            1 commit: 1 feature

          2 releases;
          """
        )
      )
      let release = try await sandbox.registry("release")
      #expect(release.status == 0, "\(release.error)")
      #expect(try sandbox.git("tag") == "Kitchen/1.4.0\nMenu/1.5.0")
      let changelog = try sandbox.read("CHANGELOG.md")
      #expect(
        changelog.contains(
          "\n\nFirst release, after the baseline 1.4.0.\n\n#### Added\n\n- add salad\n"
        )
      )
      #expect(changelog.contains("\n\nFirst release.\n\n## Menu\n"))
      // It has done its work.
      #expect(!(try sandbox.read("Registry/manifest.json").contains("1.4.0\" },")))
      #expect(try await sandbox.registry("verify").status == 0)
    }
  }

  @Test func `a version must be greater than the baseline, unless it is the very same`()
    async throws
  {
    try await with { sandbox in
      #expect(try await sandbox.registry("bump", "Kitchen", "1.4.0").status == 0)
      try sandbox.change(in: "packages/Menu", "fix: wash the salad")
      for version in ["1.4.0", "1.3.9"] {
        let run = try await sandbox.registry("bump", "Menu", version)
        #expect(
          run.error == """
            error: component 'Menu': version '\(version)' is not greater than '1.4.0', the baseline of \
            'Menu'
            help: try '1.4.1'

            """
        )
      }
      let bump = try await sandbox.registry("bump", "Menu", "--minor")
      #expect(bump.output.hasPrefix("Menu 1.5.0 is released"), "\(bump.error)")
    }
  }

  @Test func `an API that broke since the baseline is a breakage`() async throws {
    try await with { sandbox in
      try sandbox.write(
        "public let other = 1\n",
        to: "packages/Kitchen/Sources/Kitchen/Kitchen.swift"
      )
      try sandbox.commitAll("Rename the constant")
      let run = try await sandbox.registry(
        "bump",
        "Kitchen",
        "--minor",
        "--verify",
        "none",
        environment: Sandbox.toolchain
      )
      #expect(run.status == 1)
      #expect(run.error.contains("version '1.5.0' promises compatibility with '1.4.0'"))
      let bump = try await sandbox.registry(
        "bump",
        "Kitchen",
        "--verify",
        "none",
        environment: Sandbox.toolchain
      )
      #expect(bump.output.hasPrefix("Kitchen 2.0.0 is released"), "\(bump.error)")
    }
  }

  @Test func `a component with releases has no baseline`() async throws {
    try await with { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.4.0")
      // For all others, nothing changes.
      let all = try await sandbox.registry("init", "--baseline", "3.0.0")
      #expect(all.output.hasPrefix("'Registry/manifest.json' lists all packages"))
      let one = try await sandbox.registry("init", "--baseline", "Kitchen=1.4.0")
      #expect(
        one.error == """
          error: 'Kitchen' has the release '1.4.0', which the next one follows
          help: leave it out, or name a greater version that was used without a release here

          """
      )
      let other = try await sandbox.registry("init", "--baseline", "Menu=3.0.0")
      #expect(other.status == 0)
      #expect(try sandbox.git("log", "-1", "--format=%s") == "Set the baseline of 1 component")
    }
  }

  @Test func `a first release says that it is one, and lists changes only from where it is told`()
    async throws
  {
    try await Sandbox.withForeign(Self.packages) { sandbox in
      try sandbox.change(in: "packages/Kitchen", "feat: add a stove")
      try sandbox.change(in: "packages/Kitchen", "fix: light the stove")
      try await sandbox.registry("init")
      try await sandbox.registry("bump", "Table", "1.0.0", "--notes", "Sit down.")
      try await sandbox.registry("release", "--since", "HEAD~3")
      let changelog = try sandbox.read("CHANGELOG.md")
      #expect(changelog.contains("\n\nFirst release.\n\nSit down.\n"))
      #expect(changelog.contains("\n\nFirst release.\n\n#### Fixed\n\n- light the stove\n"))
      #expect(!changelog.contains("Add the files"))
      #expect(!changelog.contains("add a stove"))
    }
  }
}

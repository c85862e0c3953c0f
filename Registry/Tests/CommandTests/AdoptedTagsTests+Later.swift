import ProgramTesting
import Testing

/// What becomes of adopted releases afterwards.
extension AdoptedTagsTests {
  @Test func `the only package goes on from the tags that it has from the root`() async throws {
    try await Sandbox.withForeign(Sandbox.library("Menu")) { sandbox in
      let root = try sandbox.git("commit-tree", "-m", "Be at the root", "HEAD:Menu")
      try sandbox.git("tag", "v1.2.0", root)
      let planned = try await sandbox.registry("init", "--dry-run")
      #expect(planned.output.contains("\n  v{version} (1): such as v1.2.0\n"))
      let run = try await sandbox.registry("init", "--adopt-tags", "v{version}")
      #expect(run.output.contains("    v1.2.0: the commit has no folder 'Menu'\n"))
      #expect(run.output.contains("\nbaselines\n  1.2.0 (1): Menu\n"))
      try sandbox.change(in: "Menu", "feat: add soup")
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(plan.output.hasPrefix("Menu 1.3.0\n  its first release, after the baseline 1.2.0\n"))
    }
  }

  @Test func `a tag that was moved since is a fault`() async throws {
    try await with { sandbox in
      try await sandbox.registry(["init"] + Self.patterns)
      try sandbox.git("tag", "-f", "menu-v1.0.0", "menu-v1.1.0-beta.1+7")
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 1)
      #expect(verify.output.contains("the tag 'menu-v1.0.0' points to"))
      // A clone without tags lacks nothing that could be made again.
      try sandbox.git("tag", "-d", "menu-v1.0.0")
      let tagless = try await sandbox.registry("verify")
      #expect(tagless.status == 0)
      #expect(tagless.output.contains("note: Menu 1.0.0: the tag 'menu-v1.0.0' is missing\n"))
      #expect(try await sandbox.registry("tags").output == "no tag is missing\n")
    }
  }

  @Test func `adopted releases stand when their component moves`() async throws {
    try await with { sandbox in
      try await sandbox.registry(["init"] + Self.patterns)
      let move = try await sandbox.registry("move", "Menu", "libraries/Food")
      #expect(move.status == 0, "\(move.error)")
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 0, "\(verify.output)")
    }
  }

  @Test func `adopted releases are mirrored`() async throws {
    try await with { sandbox in
      try await sandbox.registry("init", "--adopt-tags", "{name}/{version}")
      let folder = sandbox.folder + "/mirror"
      let run = try await sandbox.registry("mirror", folder, "--base-url", "file://\(folder)")
      #expect(run.status == 0, "\(run.error)")
      #expect(try sandbox.git("--git-dir", "\(folder)/Kitchen.git", "tag") == "1.0.0\n1.1.0")
    }
  }
}

import ProgramTesting
import Testing

/// Versions that tags name without a release here.
extension AdoptedTagsTests {
  /// Menu with the tags menu-v1.0.0 and menu-v1.1.0-beta.1, which are adopted, and menu-v1.1.0 and
  /// menu-v1.3.7, whose manifests cannot be released.
  private func withTaken(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.withForeign(Sandbox.library("packages/Menu")) { sandbox in
      try sandbox.git("tag", "menu-v1.0.0")
      try sandbox.change(in: "packages/Menu", "feat: add salad")
      try sandbox.git("tag", "menu-v1.1.0-beta.1")
      let manifest = "packages/Menu/Package.swift"
      let good = try sandbox.read(manifest)
      try sandbox.write(
        good.replacing(
          "dependencies: [\n",
          with: "dependencies: [.package(url: \"https://git.example.com/a/b\", branch: \"main\"),\n"
        ),
        to: manifest
      )
      #expect(try sandbox.read(manifest) != good)
      try sandbox.commitAll("Depend on a branch")
      for tag in ["menu-v1.1.0", "menu-v1.2.0-beta.1", "menu-v1.3.7"] {
        try sandbox.git("tag", tag)
      }
      try sandbox.write(good, to: manifest)
      try sandbox.commitAll("fix: depend on nothing")
      try await body(sandbox)
    }
  }

  @Test func `the next version is above all that tags name`() async throws {
    try await withTaken { sandbox in
      let run = try await sandbox.registry("init", "--adopt-tags", "{name}-v{version}")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.output.contains("\n  Menu (2): 1.0.0 to 1.1.0-beta.1\n"))
      #expect(run.output.contains("\nbaselines\n  1.3.7 (1): Menu\n"))
      let source = try sandbox.git("rev-parse", "menu-v1.3.7")
      #expect(
        try sandbox.read("Registry/manifest.json").contains(
          #""baseline": { "source": "\#(source)", "tag": "menu-v1.3.7", "version": "1.3.7" },"#
        )
      )
      let status = try await sandbox.registry("status")
      #expect(status.output.contains("1 commit since baseline 1.3.7"))
      // A clone without tags knows it, too.
      for tag in ["menu-v1.1.0", "menu-v1.3.7"] { try sandbox.git("tag", "-d", tag) }
      for version in ["1.1.0", "1.3.7"] {
        let run = try await sandbox.registry("bump", "Menu", version)
        #expect(
          run.error == """
            error: component 'Menu': version '\(version)' is not greater than '1.3.7', the baseline of \
            'Menu'
            help: try '1.3.8'

            """
        )
      }
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(
        plan.output.hasPrefix(
          """
          Menu 1.1.0-beta.1 → 1.3.8
            its first release after the baseline 1.3.7
            1 commit

          """
        )
      )
      let release = try await sandbox.registry("release")
      #expect(release.output.hasPrefix("Menu 1.3.8 is released"), "\(release.error)")
      #expect(
        try sandbox.read("CHANGELOG.md").contains(
          "\n\nFirst release after the baseline 1.3.7.\n\n#### Fixed\n\n- depend on nothing\n"
        )
      )
      #expect(!(try sandbox.read("Registry/manifest.json").contains("baseline")))
      #expect(try await sandbox.registry("verify").status == 0)
      let again = try await sandbox.registry("init", "--adopt-tags", "{name}-v{version}")
      #expect(!again.output.contains("baselines"))
    }
  }

  @Test func `a version between adopted ones is taken, if a tag names it`() async throws {
    try await withTaken { sandbox in
      try await sandbox.registry("init", "--adopt-tags", "{name}-v{version}")
      try await sandbox.registry("release")
      try sandbox.change(in: "packages/Menu", "fix: wash it")
      let run = try await sandbox.registry("bump", "Menu", "1.1.0")
      #expect(
        run.error == """
          error: component 'Menu': version '1.1.0' is taken: the tag 'menu-v1.1.0' names it
          help: try '1.1.1'

          """
      )
      #expect(try await sandbox.registry("bump", "Menu", "1.0.1").status == 0)
    }
  }

  @Test func `a tag of a tree or a file uses its version, and stops no release`() async throws {
    try await Sandbox.withForeign(Sandbox.library("packages/Menu")) { sandbox in
      try sandbox.add(Sandbox.library("packages/Kitchen"))
      try sandbox.git("tag", "Menu/1.0.0")
      try sandbox.git("tag", "Menu/1.1.0", "HEAD^{tree}")
      try sandbox.git("tag", "-a", "-m", "A file", "Kitchen/1.0.0", "HEAD:packages/Kitchen/LICENSE")
      let run = try await sandbox.registry("init", "--adopt-tags", "{name}/{version}")
      #expect(run.output.contains("\n  Menu (1): 1.0.0\n"), "\(run.output)\(run.error)")
      #expect(run.output.contains("    Menu/1.1.0: the tag does not lead to a commit\n"))
      #expect(run.output.contains("\nbaselines\n  1.0.0 (1): Kitchen\n  1.1.0 (1): Menu\n"))
      for name in ["Kitchen", "Menu"] { try sandbox.change(in: "packages/\(name)", "feat: cook") }
      let release = try await sandbox.registry("release")
      #expect(
        release.output.hasPrefix("Kitchen 1.1.0 is released, its first release\n"),
        "\(release.output)\(release.error)"
      )
      #expect(release.output.contains("\nMenu 1.2.0 is released"))
    }
  }

  @Test func `a person may name the version to go on from`() async throws {
    try await withTaken { sandbox in
      let low = try await sandbox.registry(
        "init",
        "--adopt-tags",
        "{name}-v{version}",
        "--baseline",
        "Menu=1.0.0"
      )
      #expect(
        low.error == """
          error: 'Menu' has the release '1.1.0-beta.1', which the next one follows
          help: leave it out, or name a greater version that was used without a release here

          """
      )
      let run = try await sandbox.registry(
        "init",
        "--adopt-tags",
        "{name}-v{version}",
        "--baseline",
        "Menu=1.1.0"
      )
      #expect(run.output.contains("\nbaselines\n  1.1.0 (1): Menu\n"), "\(run.error)")
      let release = try await sandbox.registry("bump", "Menu", "--minor")
      #expect(release.output.hasPrefix("Menu 1.2.0 is released"), "\(release.error)")
    }
  }

  @Test func `init says how to move a tagged history whose package is at the root`() async throws {
    try await Sandbox.withForeign(Sandbox.library("packages/Kitchen")) { sandbox in
      let tree = try sandbox.git("rev-parse", "HEAD:packages/Kitchen")
      let commit = try sandbox.git("commit-tree", "-m", "Cook", tree)
      try sandbox.git("tag", "Kitchen/1.0.0", commit)
      let run = try await sandbox.registry("init", "--adopt-tags", "{name}/{version}")
      #expect(
        run.output.contains(
          """
          not adopted (1)
            not-a-folder (1)
              Kitchen/1.0.0: the commit has no folder 'packages/Kitchen'
              help: move a history whose package is at the root into the folder: 'git filter-repo \
          --to-subdirectory-filter packages/Kitchen'

          """
        ),
        "\(run.output)\(run.error)"
      )
    }
  }
}

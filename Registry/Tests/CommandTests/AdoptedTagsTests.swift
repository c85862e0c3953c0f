import Foundation
import ProgramTesting
import Testing

/// What `init` makes of the tags of a repository that was released by other means.
struct AdoptedTagsTests {
  /// Kitchen and Menu, which depends on it, with tags of four forms.
  func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.withForeign(Sandbox.library("packages/Kitchen")) { sandbox in
      try sandbox.git("tag", "-a", "Kitchen/1.0.0", "-m", "The kitchen")
      try sandbox.add(Sandbox.library("packages/Menu", dependsOn: ["../Kitchen"]))
      try sandbox.git("tag", "menu-v1.0.0")
      try sandbox.change(in: "packages/Kitchen", "feat: add a stove")
      try sandbox.git("tag", "Kitchen/1.1")
      try sandbox.git("tag", "Oven/1.0.0")
      try sandbox.change(in: "packages/Menu", "feat: add salad")
      try sandbox.git("tag", "menu-v1.1.0-beta.1+7")
      try sandbox.git("tag", "Kitchen/1.1.0")
      try sandbox.git("tag", "nightly")
      try sandbox.git("tag", "3.0.0")
      try await body(sandbox)
    }
  }

  static let patterns = [
    "--adopt-tags", "{name}/{version}", "--adopt-tags", "{name}-v{version}",
    "--adopt-tags", "{version}",
  ]

  @Test func `the forms of tags are recognised and counted, and what to type is said`() async throws
  {
    try await with { sandbox in
      // Of a time before the packages: nothing could be adopted from it.
      let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
      try sandbox.git("tag", "v0.1.0", try sandbox.git("commit-tree", "-m", "Begin", empty))
      let run = try await sandbox.registry("init", "--dry-run")
      #expect(run.status == 0)
      #expect(
        run.output.contains(
          """
          tags of earlier releases
            {name}-v{version} (2): such as menu-v1.0.0
            {name}/{version} (2): such as Kitchen/1.0.0
            {version} (1): such as 3.0.0
            help: record them with 'registry init --adopt-tags "{name}-v{version}" --adopt-tags \
          "{name}/{version}" --adopt-tags "{version}"'

          """
        )
      )
    }
  }

  @Test func `versions alone are those of a library at the root, and not of packages in folders`()
    async throws
  {
    let library = Sandbox.manifest(
      "Soup",
      #"  products: [.library(name: "Soup", targets: ["Soup"])], targets: [.target(name: "Soup")]"#
    )
    let files =
      Sandbox.library("Tools") + ["Package.swift": library, "Sources/Soup/Soup.swift": "\n"]
    try await Sandbox.withForeign(files) { sandbox in
      try sandbox.git("tag", "1.0.0")
      let soup = try await sandbox.registry("init", "--dry-run")
      #expect(soup.output.contains("would list 2 components and 0 apps"), "\(soup.output)")
      #expect(soup.output.contains("baselines\n  1.0.0 (1): Soup\n"), "\(soup.output)")
      try sandbox.git("rm", "-q", "Package.swift")
      try sandbox.commitAll("Do without the library")
      let tools = try await sandbox.registry("init", "--dry-run")
      #expect(tools.output.contains("{version} (1): such as 1.0.0"), "\(tools.output)")
    }
  }

  @Test func `tags become releases in one commit, and the others are listed with reasons`()
    async throws
  {
    try await with { sandbox in
      let planned = try await sandbox.registry(["init", "--dry-run"] + Self.patterns)
      #expect(planned.output.contains("releases to adopt (6)\n"))
      #expect(try sandbox.git("status", "--porcelain") == "")
      let run = try await sandbox.registry(["init"] + Self.patterns)
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output.contains(
          """
          adopted releases (6)
            Kitchen (3): 1.0.0 to 3.0.0
            Menu (3): 1.0.0 to 3.0.0
          not adopted (2)
            invalid-version (1)
              Kitchen/1.1: invalid version '1.1', expected major.minor.patch
            unknown-component (1)
              Oven/1.0.0: there is no component with the name or the folder 'Oven'

          """
        )
      )
      #expect(
        try sandbox.git("show", "--name-only", "--format=%s") == """
          Add a registry of 2 components, adopt 6 releases of 2 components

          .gitattributes
          Registry/manifest.json
          Registry/releases/Kitchen.jsonl
          Registry/releases/Menu.jsonl
          """
      )
      // What was there stays as it is, and nothing is said of it.
      #expect(try sandbox.git("tag").split(separator: "\n").count == 8)
      let verify = try await sandbox.registry("verify")
      #expect(verify.output == "verified 2 components, 6 releases and 5 tags: no faults\n")
      #expect(try await sandbox.registry("tags").output == "no tag is missing\n")
      let log = try await sandbox.registry("log", "Menu")
      #expect(
        log.output.split(separator: "\n").filter { $0.contains("requires") } == [
          "  requires Kitchen from 3.0.0", "  requires Kitchen from 1.1.0",
          "  requires Kitchen from 1.0.0",
        ]
      )
      #expect(try await sandbox.registry("archive", "Menu", "1.0.0").status == 0)
      #expect(try await sandbox.registry("plan").output == "nothing to release\n")
    }
  }

  @Test func `tags that name no component become releases of those that are named`() async throws {
    try await with { sandbox in
      let choices = ["--adopt-tags", "Kitch*={version}", "--adopt-tags", "{name}-v{version}"]
      let run = try await sandbox.registry(["init"] + choices)
      #expect(
        run.output.contains(
          "adopted releases (2)\n  Kitchen (1): 3.0.0\n  Menu (1): 1.1.0-beta.1+7\n"
        ),
        "\(run.output)\(run.error)"
      )
      let unknown = try await sandbox.registry("init", "--adopt-tags", "Oven={version}")
      #expect(unknown.error.hasPrefix("error: unknown component 'Oven'"), "\(unknown.error)")
      let both = ["--adopt-tags", "Kitchen={version}", "--adopt-tags", "Menu={version}"]
      let more = try await sandbox.registry(["init"] + both)
      #expect(more.output.contains("adopted releases (1)\n  Menu (1): 3.0.0"), "\(more.output)")
    }
  }

  @Test func `init with '--adopt-tags' again adds new releases and removes none`() async throws {
    try await with { sandbox in
      try await sandbox.registry("init", "--adopt-tags", "{name}/{version}")
      #expect(!(try await sandbox.registry("init").output.contains("{name}/{version}")))
      let again = try await sandbox.registry("init", "--adopt-tags", "{name}/{version}")
      #expect(again.output.hasPrefix("'Registry/manifest.json' lists all packages: "))
      #expect(
        again.output.contains(
          "no release is adopted: 4 tags of this form, none with a new release\nnot adopted (2)\n"
        )
      )
      let more = try await sandbox.registry(["init"] + Self.patterns)
      #expect(more.output.contains("adopted releases (4)\n  Kitchen (1): 3.0.0\n  Menu (3): "))
      #expect(try sandbox.git("log", "-1", "--format=%s") == "Adopt 4 releases of 2 components")
      // The next release goes on from them.
      try sandbox.change(in: "packages/Menu", "fix: wash the salad")
      let bump = try await sandbox.registry("bump", "Menu", "--patch")
      #expect(bump.output.hasPrefix("Menu 3.0.1 is released, after 3.0.0\n"), "\(bump.error)")
      #expect(
        try sandbox.read("CHANGELOG.md").contains(
          "### Menu 3.0.1 - \(today)\n\n#### Fixed\n\n- wash the salad\n"
        )
      )
      #expect(try await sandbox.registry("verify").status == 0)
    }
  }

  private var today: String {
    Date.now.formatted(.iso8601.year().month().day())
  }

  @Test func `init adopts the remaining tags when some cannot become releases`() async throws {
    try await Sandbox.withForeign(Sandbox.library("packages/Kitchen")) { sandbox in
      try sandbox.git("tag", "Menu/0.9.0")
      try sandbox.git("tag", "Kitchen/1.0.0")
      try sandbox.add(
        Sandbox.library("packages/Menu", dependsOn: ["../Cellar"])
          + Sandbox.library("packages/Table", dependsOn: ["../Chair"])
          + Sandbox.library("packages/Chair", dependsOn: ["../Table"])
      )
      for tag in ["Menu/1.0.0", "Table/1.0.0", "Chair/1.0.0"] { try sandbox.git("tag", tag) }
      try sandbox.add(Sandbox.library("packages/Menu", dependsOn: ["../Kitchen"]))
      try sandbox.add(Sandbox.library("packages/Chair"))
      try sandbox.git("tag", "Menu/1.1.0")
      try sandbox.git("tag", "kitchen@1.0.0")
      try sandbox.git("tag", "menu@1.1.0", "Menu/1.0.0")
      let blob = try sandbox.git("rev-parse", "HEAD:packages/Menu/LICENSE")
      try sandbox.git("tag", "Menu/2.0.0", blob)
      let run = try await sandbox.registry(
        "init",
        "--adopt-tags",
        "{name}/{version}",
        "--adopt-tags",
        "{name}@{version}",
        "--json"
      )
      let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
      #expect(
        result.adopted.map { "\($0.component) \($0.version) \($0.tag)" } == [
          "Kitchen 1.0.0 Kitchen/1.0.0", "Menu 1.1.0 Menu/1.1.0",
        ]
      )
      #expect(
        result.notAdopted.map { "\($0.tag) \($0.rule): \($0.message)" } == [
          "Chair/1.0.0 dependency-unreleased: 'Chair' depends on 'Table', which has no release at the"
            + " commit or before it",
          "Menu/0.9.0 not-a-folder: the commit has no folder 'packages/Menu'",
          "Menu/1.0.0 dependency-no-component: 'Menu' depends on the package at 'packages/Cellar',"
            + " where nothing is committed",
          "Menu/2.0.0 invalid-tag: the tag does not lead to a commit",
          "Table/1.0.0 dependency-unreleased: 'Table' depends on 'Chair', which has no release at the"
            + " commit or before it",
          "menu@1.1.0 dependency-no-component: 'Menu' depends on the package at 'packages/Cellar',"
            + " where nothing is committed",
        ]
      )
      #expect(try await sandbox.registry("verify").status == 0)
    }
  }

  private struct Result: Decodable {
    struct Adopted: Decodable {
      let component: String
      let version: String
      let tag: String
    }
    struct Refused: Decodable {
      let tag: String
      let rule: String
      let message: String
    }
    let adopted: [Adopted]
    let notAdopted: [Refused]
  }

  @Test func `two tags of one version with different files are both left`() async throws {
    try await Sandbox.withForeign(Sandbox.library("packages/Kitchen")) { sandbox in
      try sandbox.git("tag", "v1.0.0")
      try sandbox.change(in: "packages/Kitchen", "feat: add a stove")
      try sandbox.git("tag", "1.0.0")
      let run = try await sandbox.registry(
        "init",
        "--adopt-tags",
        "v{version}",
        "--adopt-tags",
        "{version}"
      )
      #expect(run.status == 0)
      #expect(
        run.output.contains(
          "1.0.0: the tags '1.0.0' and 'v1.0.0' give the version 1.0.0 to different files of 'Kitchen'"
        )
      )
      #expect(!run.output.contains("adopted releases"))
    }
  }

  @Test(arguments: [
    "{name}", "{name}{version}", "{version}-{version}", "{name}/{path}/{version}",
    "{nam}/{version}",
  ])
  func `a pattern that cannot tell a version is refused`(pattern: String) async throws {
    try await with { sandbox in
      let run = try await sandbox.registry("init", "--adopt-tags", pattern)
      #expect(run.status == 1)
      #expect(run.error.hasPrefix("error: invalid tag pattern '\(pattern)', expected "))
      #expect(try sandbox.git("log", "-1", "--format=%s") == "feat: add salad")
    }
  }
}

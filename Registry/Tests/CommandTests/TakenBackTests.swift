import Foundation
import ProgramTesting
import Testing

/// A release that a commit of plain git has taken back, since git had read its index before.
struct TakenBackTests {
  /// Lends a repository in which git has put back the index of before the first release of Menu.
  private func withOldIndex(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try sandbox.shell("cp repository/.git/index old-index")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.shell("cp old-index repository/.git/index")
      try await body(sandbox)
    }
  }

  private func expectAll(_ sandbox: Sandbox) async throws {
    #expect(try sandbox.git("status", "--porcelain") == "")
    for (name, version) in [("Menu", "1.0.0"), ("Kitchen", "1.0.0"), ("Kitchen", "1.1.0")] {
      #expect(try sandbox.recordCount(name, version) == 1, "\(name) \(version)")
      #expect(try sandbox.read("CHANGELOG.md").contains("### \(name) \(version) "))
    }
    let verification = try await sandbox.registry("verify")
    #expect(verification.status == 0, "\(verification.output)")
  }

  @Test func `an old index that git has put back keeps no later release from being made`()
    async throws
  {
    try await withOldIndex { sandbox in
      try sandbox.write("// more\n", to: "Components/Kitchen/Sources/Kitchen/More.swift")
      try sandbox.git("add", "Components")
      try sandbox.git("commit", "-q", "-m", "feat: more", "--", "Components")
      #expect(try sandbox.git("diff", "--cached", "--name-only").contains("Menu.jsonl"))
      let run = try await sandbox.registry("bump", "Kitchen", "1.1.0")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.error.contains("had put back an index without Menu 1.0.0: it is up to date again\n")
      )
      try await expectAll(sandbox)
    }
  }

  @Test func `bump restores releases that a commit took back`() async throws {
    try await withOldIndex { sandbox in
      try sandbox.write("// more\n", to: "Components/Kitchen/Sources/Kitchen/More.swift")
      try sandbox.git("add", "Components")
      try sandbox.git("commit", "-q", "-m", "feat: more")
      let taking = try sandbox.git("rev-parse", "--short=12", "HEAD")
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 0)
      let note = "note: another git has taken back Menu 1.0.0: the next command that writes"
      #expect(try await sandbox.registry("status").error.contains(note))
      #expect(try await sandbox.registry("bump", "Menu", "1.0.0", "--dry-run").error.contains(note))
      let run = try await sandbox.registry("bump", "Kitchen", "1.1.0")
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.error.contains(
          "note: commit '\(taking)' had taken back Menu 1.0.0: a new commit restores it\n"
        )
      )
      #expect(try await !sandbox.registry("status").error.contains("taken back"))
      try await expectAll(sandbox)
      #expect(
        try sandbox.git("log", "-1", "--format=%B", "HEAD~1") == """
          Restore releases of Menu

          Commit \(taking) took them back: git had read its index before they
          were written.
          """
      )
      #expect(try sandbox.read("Components/Kitchen/Sources/Kitchen/More.swift") == "// more\n")
    }
  }

  @Test func `a change note that a release has used up does not come back`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
      let change = try await sandbox.registry("change", "Menu", "--notes", "Soup")
      #expect(change.status == 0, "\(change.error)")
      try sandbox.shell("cp repository/.git/index old-index")
      try await sandbox.registry("bump", "Menu", "1.0.1")
      try sandbox.shell("cp old-index repository/.git/index")
      try sandbox.write("more\n", to: "notes.txt")
      try sandbox.git("add", "notes.txt")
      try sandbox.git("commit", "-q", "-m", "Add notes")
      #expect(try sandbox.git("ls-files", "Registry/changes") == "Registry/changes/soup.md")
      let run = try await sandbox.registry("bump", "Kitchen", "1.0.0")
      #expect(run.status == 0, "\(run.error)")
      #expect(try sandbox.git("ls-files", "Registry/changes") == "")
      #expect(try sandbox.git("ls-files", "notes.txt") == "notes.txt")
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test func `a release whose tag was removed as well is not restored`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.git("tag", "-d", "Menu/1.0.0")
      try sandbox.git("reset", "-q", "HEAD~1", "--", ".")
      try sandbox.git("commit", "-q", "-m", "Take the release back")
      let before = try sandbox.git("rev-parse", "HEAD")
      #expect(try await !sandbox.registry("status").error.contains("taken back"))
      #expect(try await sandbox.registry("bump", "Kitchen", "1.0.0").status != 0)
      #expect(try sandbox.git("rev-parse", "HEAD") == before)
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 0)
    }
  }

  @Test func `a release that a person has reverted stays reverted`() async throws {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.git("revert", "--no-edit", "HEAD")
      #expect(try await sandbox.registry("bump", "Kitchen", "1.0.0").status == 0)
      #expect(try sandbox.git("status", "--porcelain") == "")
      #expect((try? sandbox.recordCount("Menu", "1.0.0")) ?? 0 == 0)
    }
  }

  @Test(arguments: [
    ["tags"], ["yank", "Kitchen", "1.0.0", "--reason", "salt"], ["bump", "Menu", "1.0.0"],
    ["bump", "Kitchen", "--patch"], ["release", "Menu"], ["release", "--branch", "next"],
    ["new", "Cellar"], ["set", "Menu.private", "true"], ["bump", "Cellar", "1.0.0"],
  ])
  func `any command that writes restores what a commit took back before it plans`(
    _ arguments: [String]
  ) async throws {
    try await withOldIndex { sandbox in
      try sandbox.write("more\n", to: "notes.txt")
      try sandbox.git("add", "notes.txt")
      try sandbox.git("commit", "-q", "-m", "docs: more")
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 0)
      let run = try await sandbox.registry(arguments)
      #expect(run.error.contains("had taken back Menu 1.0.0: a new commit restores it\n"))
      #expect(!(run.output + run.error).contains("removed its record"))
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try sandbox.git("status", "--porcelain") == "")
      #expect(try await sandbox.registry("verify").status == 0)
    }
  }

  @Test func `pin restores what a commit took back before it pins`() async throws {
    try await Sandbox.with { sandbox in
      try sandbox.write("// the app\n", to: "App/Package.swift")
      try sandbox.writeManifest(
        ["Kitchen": "Components/Kitchen", "Menu": "Components/Menu"],
        apps: #""app": { "path": "App", "pins": {} }"#
      )
      try sandbox.commitAll("Add the app")
      try sandbox.shell("cp repository/.git/index old-index")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.shell("cp old-index repository/.git/index")
      try sandbox.write("more\n", to: "notes.txt")
      try sandbox.git("add", "notes.txt")
      try sandbox.git("commit", "-q", "-m", "docs: more")
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 0)
      let run = try await sandbox.registry("pin", "Menu", "1.0.0")
      #expect(run.status == 0, "\(run.error)")
      #expect(run.error.contains("had taken back Menu 1.0.0: a new commit restores it\n"))
      #expect(
        try sandbox.git("log", "-3", "--format=%s") == """
          Pin Menu 1.0.0 in app
          Restore releases of Menu
          docs: more
          """
      )
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try sandbox.git("status", "--porcelain") == "")
      #expect(try await sandbox.registry("verify").status == 0)
    }
  }

  @Test func `a release that was restored is not undone, since its own commit is an earlier one`()
    async throws
  {
    try await withOldIndex { sandbox in
      try sandbox.write("more\n", to: "notes.txt")
      try sandbox.git("add", "notes.txt")
      try sandbox.git("commit", "-q", "-m", "docs: more")
      let run = try await sandbox.registry("undo", "Menu")
      #expect(run.status == 1)
      #expect(
        run.error.hasSuffix(
          """
          error: the newest commit is not the release of 'Menu' 1.0.0: something was committed after it
          help: withdraw it with 'registry yank Menu 1.0.0 --reason WHY'

          """
        ),
        "\(run.error)"
      )
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 1)
      #expect(try await sandbox.registry("verify").status == 0)
    }
  }
}

import Base
import Checks
import Content
import Git
import Model
import Registration
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Texts for changelogs that are written with the changes that they describe.
@Suite(.scratchRepository)
struct ChangeNoteTests {
  private var scratch: Scratch { .current }
  private static let folder = "Registry/changes"

  /// Components with a release each.
  private func makeReleases(_ names: [String] = ["Menu"]) throws {
    try scratch.makeMonorepo(names)
    for name in names { try scratch.bump(name, "1.0.0") }
  }

  @discardableResult
  private func note(
    _ names: [String],
    _ level: VersionChoice.Part = .patch,
    _ text: String = "Soup stays hot."
  ) throws -> AddChangeNote.Result {
    try AddChangeNote(names, level, text: text, context: .test()).run(in: scratch.workspace())
  }

  private func write(_ text: String, to name: String = "note.md") throws {
    try scratch.write(text, to: "\(Self.folder)/\(name)")
    try scratch.commitAll("Write a note")
  }

  /// The entry of a release, without its heading.
  private func entry(_ name: String, _ version: String) throws -> String? {
    let tip = try ObjectID(hex: scratch.git("rev-parse", "HEAD"))
    return try scratch.workspace().releaseNotes(at: tip)
      .notes(of: ComponentName(name), SemanticVersion(version))
  }

  private func check(since: String? = nil) throws {
    let result = try CheckChangeNotes(since: since).run(in: scratch.workspace())
    if let refusal = result.refusal { throw refusal }
  }

  @Test func `a note is a file that names its components, its level and its text`() throws {
    try makeReleases(["Kitchen", "Menu"])
    let result = try note(["Menu", "Kitchen"], .minor, "Salad, at last!\n\nWith *oil*.\n")
    #expect(result.file.description == "\(Self.folder)/salad-at-last-with-oil.md")
    #expect(
      try scratch.read(result.file.description) == """
        ---
        Kitchen: minor
        Menu: minor
        ---

        Salad, at last!

        With *oil*.

        """
    )
    #expect(
      try scratch.git("log", "-1", "--format=%s")
        == "Add a change note for Kitchen, Menu"
    )
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `the same note is added once, and another text gets another name`() throws {
    try makeReleases()
    #expect(try note(["Menu"]).plan != nil)
    #expect(try note(["Menu"]).plan == nil)
    let other = try note(["Menu"], .patch, "Soup stays hot!")
    #expect(other.file.name == "soup-stays-hot-2.md")
    // No system has a file of that name, and no letters make one.
    #expect(try note(["Menu"], .patch, "Con").file.name == "con-2.md")
    #expect(try note(["Menu"], .patch, "热汤").file.name == "menu.md")
  }

  @Test func `a release lists notes in place of commits, and removes them`() throws {
    try makeReleases()
    try scratch.change("Menu", "fix: work in progress")
    try note(["Menu"], .minor, "Salad at last.")
    try note(["Menu"], .patch, "perf: Soup is quick.\n\nTwice as quick.")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.1.0"])
    try scratch.release(comparing: FakeInterfaces())
    #expect(
      try entry("Menu", "1.1.0") == """
        #### Added

        - Salad at last.

        #### Changed

        - Soup is quick.

          Twice as quick.
        """
    )
    #expect(try scratch.git("ls-files", Self.folder) == "")
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try Status(of: ["Menu"]).run(in: scratch.workspace())[0].changeNotes == 0)
    try scratch.fsck()
    #expect(try Verify().run(in: scratch.workspace()).findings == [])
  }

  @Test(arguments: [
    (VersionChoice.Part.patch, "1.0.1"), (.minor, "1.1.0"), (.major, "2.0.0"),
  ])
  func `bump chooses no version below the level of a note`(
    level: VersionChoice.Part,
    version: String
  ) throws {
    try makeReleases()
    try scratch.change("Menu", "feat!: nothing that bump reads")
    try note(["Menu"], level)
    let result = try MakeReleases(
      component: "Menu",
      version: .lowestAllowed,
      checks: CandidateInspection(comparing: FakeInterfaces()),
      context: .test()
    ).run(in: scratch.workspace())
    #expect(result.release.version.description == version)
  }

  @Test func `an incompatible change that no note declares stays listed`() throws {
    try makeReleases()
    try scratch.change("Menu", "feat!: no salt")
    try scratch.change("Menu", "feat: pepper")
    try note(["Menu"])
    try scratch.release()
    #expect(
      try entry("Menu", "2.0.0") == """
        #### Added

        - **Breaking:** no salt

        #### Fixed

        - Soup stays hot.
        """
    )
  }

  @Test func `a note stays for the components that are not released yet`() throws {
    try makeReleases(["Kitchen", "Menu", "Table"])
    for name in ["Kitchen", "Menu"] { try scratch.change(name) }
    try write("---\n# Both\n\"Kitchen\": minor\n'Menu': patch\n---\nPots.\n")
    try scratch.bump("Menu", "1.0.1")
    #expect(
      try scratch.read("\(Self.folder)/note.md") == "---\n# Both\n\"Kitchen\": minor\n---\nPots.\n"
    )
    #expect(try entry("Menu", "1.0.1") == "#### Fixed\n\n- Pots.")
    let before = try scratch.git("rev-parse", "HEAD^{tree}")
    try scratch.bump("Kitchen", "1.1.0")
    #expect(try scratch.git("ls-files", Self.folder) == "")

    _ = try UndoRelease(component: "Kitchen", context: .test()).run(in: scratch.workspace())
    #expect(try scratch.git("rev-parse", "HEAD^{tree}") == before)
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `a release is not undone whose commit brought another note`() throws {
    try makeReleases()
    try scratch.change("Menu")
    try note(["Menu"])
    try scratch.bump("Menu", "1.0.1")
    try scratch.write("---\nMenu: patch\n---\nMore.\n", to: "\(Self.folder)/more.md")
    try scratch.git("add", "-A")
    try scratch.git("commit", "-q", "--amend", "--no-edit")
    #expect(
      code {
        _ = try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace())
      } == "not-last-release"
    )
  }

  @Test func `a text stands for itself, whatever is in it`() throws {
    try makeReleases()
    try scratch.change("Menu")
    let text = """
      Thanks @ada \u{202E}for <b>soup</b>

      ## Kitchen 9.9.9
      <!-- Kitchen: newest release first -->
      - [a link](https://example.com)

      ```
      ## code stays
      ```
      ```
      open
      """
    try write("---\r\nMenu: patch\r\n---\r\n\r\n\(text.replacing("\n", with: "\r\n"))\r\n")
    try scratch.bump("Menu", "1.0.1")
    #expect(
      try entry("Menu", "1.0.1") == """
        #### Fixed

        - Thanks `@ada` \u{FFFD}for \\<b>soup\\</b>

          \\## Kitchen 9.9.9
          \\<!-- Kitchen: newest release first -->
          \\- \\[a link](https://example.com)

          ```
          ## code stays
          ```
          \\```
          open
        """
    )
  }

  @Test(arguments: [
    ("Menu: patch\n\nText\n", "invalid-change-note"),
    ("---\nMenu: patch\nText\n", "invalid-change-note"),
    ("---\nMenu patch\n---\nText\n", "invalid-change-note"),
    ("---\nMenu: big\n---\nText\n", "invalid-change-note"),
    ("---\nMenu: minor\nMenu: patch\n---\nText\n", "invalid-change-note"),
    ("---\n---\nText\n", "invalid-change-note"),
    ("---\nMenu: patch\n---\n \n\n", "invalid-change-note"),
    ("---\nMneu: patch\n---\nText\n", "unknown-component"),
    ("---\nCellar: patch\n---\nText\n", "private-component"),
    ("---\n<<<<<<< HEAD\nMenu: patch\n---\nText\n", "merge-conflict"),
    ("---\nMenu: patch\n---\n\(String(repeating: "x", count: 1 << 16))\n", "too-large"),
  ])
  func `what is not a note is refused, and lint says so`(text: String, expected: String) throws {
    try makeReleases()
    try scratch.writePackage("Cellar")
    let manifest = try scratch.read("Registry/manifest.json").replacing(
      "\"components\": {",
      with: "\"components\": { \"Cellar\": { \"path\": \"Components/Cellar\", \"private\": true },"
    )
    try scratch.write(manifest, to: "Registry/manifest.json")
    try scratch.change("Menu")
    try write(text)
    try expectRefusals(expected)
  }

  @Test func `only files whose names end in md are notes`() throws {
    try makeReleases()
    try scratch.change("Menu")
    try write("Notes of changes.\n", to: "README.md")
    try write("", to: ".gitkeep")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.0.1"])
    try write("---\nMenu: patch\n---\nText\n", to: "note.txt")
    try expectRefusals("invalid-change-note")
    try scratch.git("mv", "\(Self.folder)/note.txt", "\(Self.folder)/README.md", "-f")
    let link = try scratch.git("hash-object", "-w", "--stdin", input: Array("README.md".utf8))
    try scratch.git(
      "update-index",
      "--add",
      "--cacheinfo",
      "120000,\(link),\(Self.folder)/link.md"
    )
    try scratch.git("commit", "-q", "-m", "Link a note")
    try scratch.git("checkout", "-q", "--", Self.folder)
    try expectRefusals("invalid-change-note")
  }

  /// Nothing is released, and nothing is written.
  private func expectRefusals(_ expected: String) throws {
    let before = try scratch.git("rev-parse", "HEAD")
    #expect(code { try scratch.bump("Menu", "1.0.1") } == expected)
    #expect(code { _ = try scratch.plan() } == expected)
    #expect(code { try check() } == expected)
    let findings = try Lint(secondsSince1970: 1_763_715_600).run(in: scratch.workspace()).findings
    #expect(findings.map(\.rule).contains(expected))
    #expect(try scratch.git("rev-parse", "HEAD") == before)
  }

  @Test func `a text that cannot be read back is not written`() throws {
    try makeReleases()
    #expect(code { try note(["Menu"], .patch, " \n") } == "invalid-change-note")
    #expect(code { try note(["Menu"], .patch, "<<<<<<< HEAD") } == "merge-conflict")
    #expect(code { try note(["Mneu"]) } == "unknown-component")
    #expect(code { try note([]) } == "nothing-changed")
  }

  @Test func `a change is asked for a note, one that is released is not`() throws {
    try makeReleases(["Kitchen", "Menu"])
    try check()
    try scratch.change("Menu", "feat: soup")
    #expect(code { try check() } == "no-change-note")
    try note([])
    try check()
    // On a branch, the note of another change does not count.
    try scratch.git("branch", "base")
    try scratch.change("Menu", "feat: salad")
    #expect(code { try check(since: "base") } == "no-change-note")
    try note(["Menu"], .minor, "Salad")
    try check(since: "base")
    try scratch.release()
    try check(since: "base")
    // A first release lists no changes.
    try scratch.writePackage("Cellar")
    try scratch.writeManifest(["Cellar", "Kitchen", "Menu"])
    try scratch.commitAll("Add the cellar")
    try check(since: "base")
  }

  @Test func `a component that is removed leaves its notes`() throws {
    try makeReleases(["Kitchen", "Menu"])
    try note(["Kitchen", "Menu"])
    try note(["Menu"], .patch, "Menu alone")
    _ = try RemoveComponent("Menu", context: .test()).run(in: scratch.workspace())
    #expect(try scratch.git("ls-files", Self.folder) == "\(Self.folder)/soup-stays-hot.md")
    #expect(
      try scratch.read("\(Self.folder)/soup-stays-hot.md")
        == "---\nKitchen: patch\n---\n\nSoup stays hot.\n"
    )
  }

  /// Where the manifest is in the root, too.
  @Test func `notes are not part of a component at the root`() throws {
    try scratch.makeMonorepo([])
    try scratch.git("rm", "-q", "-r", "Registry")
    try scratch.write(
      #"{ "components": { "Kit": { "path": "." } }, "schema": 1, "scope": "kit" }"#,
      to: "manifest.json"
    )
    try scratch.write(MonorepoFiles.package("Kit"), to: "Package.swift")
    try scratch.write(MonorepoFiles.source("Kit"), to: "Sources/Kit/Kit.swift")
    try scratch.commitAll("Add the kit")
    let manifest = "\(scratch.path)/manifest.json"
    let workspace = try Workspace(directory: scratch.path, manifest: manifest)
    func bump(_ version: String) throws -> Release {
      try MakeReleases(
        component: "Kit",
        version: .exactly(SemanticVersion(version)),
        context: .test()
      )
      .run(in: workspace).release.record
    }
    let first = try bump("1.0.0")
    _ = try AddChangeNote(["Kit"], .minor, text: "More.", context: .test()).run(in: workspace)
    #expect(try scratch.git("ls-files", "changes") == "changes/more.md")
    #expect(code { _ = try bump("1.1.0") } == "nothing-changed")
    try scratch.write("public let more = 1\n", to: "Sources/Kit/More.swift")
    try scratch.commitAll("More")
    let second = try bump("1.1.0")
    #expect(second.tree != first.tree)
    let files = try scratch.git("ls-tree", "-r", "--name-only", second.tree.hex)
    #expect(!files.contains("changes"))
    #expect(try scratch.git("ls-files", "changes") == "")
  }

  @Test func `a branch for a release has no note that it uses up`() throws {
    try makeReleases()
    try scratch.change("Menu")
    try note(["Menu"])
    var releases = MakeReleases(
      PlanReleases(),
      building: ScriptedToolchain(),
      verification: ReleaseVerification(.none),
      context: .test()
    )
    releases.branch = ReleaseBranch("proposal")
    _ = try releases.run(in: scratch.workspace())
    #expect(try scratch.git("ls-tree", "-r", "--name-only", "proposal", Self.folder) == "")
    #expect(try scratch.git("ls-files", Self.folder) == "\(Self.folder)/soup-stays-hot.md")
    // Again, it is there already.
    #expect(try releases.run(in: scratch.workspace()).plan == nil)
  }
}

import Base
import Content
import Git
import Mirror
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Changelogs in the folders of the components.
@Suite(.scratchRepository)
struct ComponentChangelogTests {
  let scratch = Scratch.current
  private static let file = "Components/Menu/CHANGELOG.md"

  private func makeMonorepo(_ names: [String] = ["Menu"]) throws {
    try scratch.makeMonorepo(names)
    let path = "Registry/manifest.json"
    var manifest = try ManifestDocument(
      reading: Array(scratch.read(path).utf8),
      file: path
    ).manifest
    manifest.changelogs = .components
    try scratch.write(manifest.text, to: path)
    try scratch.commitAll("List changes in the components")
  }

  private func published(_ version: String) throws -> String {
    let release = try #require(try scratch.log(of: "Menu").release(SemanticVersion(version)))
    let workspace = try scratch.workspace()
    let items = try ReleaseForm(of: release).listing(in: workspace.repository).items
    let item = try #require(try items.first { try $0.path == TreePath("CHANGELOG.md") })
    return String(decoding: try workspace.repository.blob(item.id), as: UTF8.self)
  }

  private func state() throws -> ComponentStatus.State? {
    try Status(of: ["Menu"]).run(in: scratch.workspace()).first?.state
  }

  private func notes(_ version: String) throws -> String? {
    let tip = try ObjectID(hex: scratch.git("rev-parse", "HEAD"))
    return try scratch.workspace().releaseNotes(at: tip)
      .notes(of: ComponentName("Menu"), SemanticVersion(version))
  }

  @Test func `a release contains its own entry, and is unchanged afterwards`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0", notes: "The first one.")
    try scratch.change("Menu", "feat: have soup")
    #expect(try state() == .changed(commits: 1))
    let result = try scratch.bump("Menu", "1.1.0")
    #expect(
      try scratch.read(Self.file) == """
        # Changelog

        <!-- Menu: newest release first -->

        <!-- Menu: 1.1.0 and its backports -->

        ## 1.1.0 - 2025-11-21

        ### Added

        - have soup

        <!-- Menu: 1.0.0 and its backports -->

        ## 1.0.0 - 2025-11-21

        First release.

        The first one.

        """
    )
    #expect(try published("1.1.0") == scratch.read(Self.file))
    #expect(try published("1.0.0").contains("1.0.0") && !published("1.0.0").contains("1.1.0"))
    #expect(try state() == .unchanged)
    #expect(try scratch.git("status", "--short") == "")
    #expect(try scratch.git("rev-parse", "HEAD:Components/Menu") == result.release.record.tree.hex)
    #expect(try scratch.git("ls-files", "CHANGELOG.md") == "")
    #expect(code { try scratch.bump("Menu", "1.1.1") } == "nothing-changed")
    #expect(try scratch.bump("Menu", "1.1.0").plan == nil)
    #expect(try PlanReleases().run(in: scratch.workspace()).releases.isEmpty)
    #expect(try Verify().run(in: scratch.workspace()).findings == [])
    #expect(try notes("1.1.0") == "### Added\n\n- have soup")
    try scratch.fsck()
  }

  @Test func `a mirror has it too, and a clone without tags verifies`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let folder = scratch.folder + "/mirror"
    _ = try MirrorReleases(["Menu"], to: MirrorTarget(folder), context: .test())
      .run(in: scratch.workspace())
    let text = try scratch.git("--git-dir", "\(folder)/Menu.git", "show", "1.0.0:CHANGELOG.md")
    #expect(text.contains("## 1.0.0 - "))
    try scratch.git("tag", "-d", "Menu/1.0.0")
    let findings = try Verify().run(in: scratch.workspace()).findings
    #expect(findings.map(\.code.rawValue) == ["missing-tag"])
    #expect(try Tags(context: .test()).run(in: scratch.workspace()).tags == ["Menu/1.0.0"])
  }

  @Test func `bump keeps what a person wrote, with the unreleased part on top`() throws {
    try makeMonorepo()
    let text = "# Menu\n\n## [Unreleased]\n\n- stew\n\n## 0.9.0 - 2024-01-01\n\n- bread\n"
    try scratch.write(text, to: Self.file)
    try scratch.commitAll("Write what changed")
    try scratch.bump("Menu", "1.0.0", notes: "Salad.")
    let lines = try scratch.read(Self.file).split(separator: "\n").filter { !$0.hasPrefix("<!--") }
    #expect(
      lines.prefix(6) == [
        "# Menu", "## [Unreleased]", "- stew", "## 1.0.0 - 2025-11-21", "First release.", "Salad.",
      ]
    )
    #expect(lines.suffix(2) == ["## 0.9.0 - 2024-01-01", "- bread"])
    #expect(try notes("0.9.0") == "- bread")
  }

  @Test func `releases of one commit, and one for a dependency alone, have theirs`() throws {
    try makeMonorepo(["Kitchen", "Menu"])
    try scratch.writePackage("Menu", dependsOn: ["../Kitchen"])
    try scratch.commitAll("Read the kitchen")
    try scratch.release()
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
    try scratch.change("Kitchen", "feat!: burn")
    try scratch.release("Kitchen=2.0.0", all: true)
    #expect(try scratch.versions(of: "Menu").count == 2)
    #expect(try scratch.read(Self.file).contains("Updates to Kitchen 2.0.0."))
    #expect(!(try scratch.read(Self.file).contains("burn")))
    #expect(try scratch.read("Components/Kitchen/CHANGELOG.md").contains("burn"))
    let findings = try Verify().run(in: scratch.workspace()).findings
    #expect(findings.filter { $0.severity == .fault } == [])
    #expect(try Status().run(in: scratch.workspace()).map(\.state) == [.unchanged, .unchanged])
  }

  @Test func `a plan and a dry run of several releases write nothing`() throws {
    try makeMonorepo(["Kitchen", "Menu"])
    let objects = try scratch.git("count-objects", "-v")
    #expect(try PlanReleases().run(in: scratch.workspace()).releases.count == 2)
    var context = WriteContext.test()
    context.isDryRun = true
    let dryRun = MakeReleases(
      PlanReleases(),
      building: ScriptedToolchain(),
      verification: ReleaseVerification(.none),
      context: context
    )
    let planned = try dryRun.preview(in: scratch.workspace()).plan?.files.map(\.path.string)
    #expect(planned?.filter { $0.hasSuffix("CHANGELOG.md") }.count == 2)
    #expect(try scratch.git("count-objects", "-v") == objects)
  }

  @Test func `a version file of the component gets the version, and both are in its release`()
    throws
  {
    try makeMonorepo()
    try scratch.write("let version = \"0.0.0\"\n", to: "Components/Menu/Version.swift")
    let path = "Registry/manifest.json"
    let manifest = try scratch.read(path).replacing(
      "\"path\": \"Components/Menu\"",
      with: """
        "path": "Components/Menu",
              "versionFiles": [{ "path": "Version.swift", "pattern": "version = \\"{version}\\"" }]
        """
    )
    try scratch.write(manifest, to: path)
    try scratch.commitAll("Know the version")
    try scratch.bump("Menu", "1.0.0")
    #expect(try scratch.read("Components/Menu/Version.swift") == "let version = \"1.0.0\"\n")
    #expect(try published("1.0.0").contains("## 1.0.0"))
    #expect(try state() == .unchanged)
    #expect(try Verify().run(in: scratch.workspace()).findings == [])
    _ = try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace())
    #expect(try scratch.read("Components/Menu/Version.swift") == "let version = \"0.0.0\"\n")
    #expect(try scratch.git("ls-files", Self.file) == "")
  }

  @Test func `a backport's entry comes after those of newer releases`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", "two")
    try scratch.bump("Menu", "2.0.0")
    try scratch.change("Menu", "old")
    try scratch.bump("Menu", "1.0.1")
    let titles = try scratch.read(Self.file).split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(titles.map { $0.dropFirst(3).prefix(5) } == ["2.0.0", "1.0.1", "1.0.0"])
  }

  @Test func `undo takes it back, and a withdrawal leaves it`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    let before = try scratch.read(Self.file)
    try scratch.bump("Menu", "1.1.0")
    _ = try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace())
    #expect(try scratch.read(Self.file) == before)
    try scratch.bump("Menu", "1.1.0")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    #expect(try !scratch.read(Self.file).contains("YANKED"))
    #expect(try state() == .unchanged)
  }

  @Test func `a changelog that is not a file is refused`() throws {
    try makeMonorepo()
    try scratch.write("text\n", to: "\(Self.file)/text.md")
    try scratch.commitAll("Write a folder")
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "not-a-file")
  }

  @Test func `a file of the root of that name gives way to it`() throws {
    try makeMonorepo()
    let path = "Registry/manifest.json"
    var manifest = try ManifestDocument(
      reading: Array(scratch.read(path).utf8),
      file: path
    ).manifest
    manifest.rootFiles = [try TreePath("CHANGELOG.md")]
    try scratch.write(manifest.text, to: path)
    try scratch.write("of the root\n", to: "CHANGELOG.md")
    try scratch.commitAll("List the changelog of the root")
    #expect(try scratch.bump("Menu", "1.0.0").release.record.adds == [:])
    #expect(try state() == .unchanged)
  }
}

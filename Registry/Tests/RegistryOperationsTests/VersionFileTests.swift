import GitValues
import Inspection
import Interfaces
import PackageRules
import PublishedForm
import Registration
import RegistryModel
import Releases
import ScratchMonorepos
import ScratchRepositories
import Testing
import Versioning
import Workspace
import Writing

@Suite(.scratchRepository)
struct VersionFileTests {
  var scratch: Scratch { .current }

  private static let source = "Components/Menu/Sources/Menu/Version.swift"

  /// Menu, which says its version in a source and in the README of the repository, and Kitchen, which
  /// depends on it.
  private func makeVersioned() throws {
    try scratch.makeMonorepo()
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.write("let version = \"0.0.0\"\n", to: Self.source)
    try scratch.write("Menu `from: \"0.0.0\"`, Kitchen `from: \"0.0.0\"`\n", to: "README.md")
    try list(
      #"{ "path": "Sources/Menu/Version.swift", "pattern": "let version = \"{version}\"" }"#,
      #"{ "path": "/README.md", "pattern": "Menu `from: \"{version}\"`" }"#
    )
  }

  private func list(_ files: String...) throws {
    let text = MonorepoFiles.manifest([
      "Kitchen": "Components/Kitchen", "Menu": "Components/Menu",
    ])
    try scratch.write(
      text.replacing(
        "\"path\": \"Components/Menu\"",
        with: "\"path\": \"Components/Menu\",\n\"versionFiles\": [\(files.joined(separator: ", "))]"
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("List the files with versions")
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing was refused"
    } catch {
      return "\(OperationError(error))"
    }
  }

  @Test func `a release has its version in its files, and nothing has changed since`() throws {
    try makeVersioned()
    try scratch.bump("Menu", "1.0.0")
    #expect(try scratch.read(Self.source) == "let version = \"1.0.0\"\n")
    #expect(
      try scratch.read("README.md") == "Menu `from: \"1.0.0\"`, Kitchen `from: \"0.0.0\"`\n"
    )
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(
      try scratch.git("show", "--format=", "--name-only", "HEAD").split(separator: "\n").sorted()
        == [
          ".gitattributes", "CHANGELOG.md", Self.source[...], "README.md",
          "Registry/manifest.json", "Registry/releases/Menu.jsonl",
        ]
    )
    let release = try #require(try scratch.log(of: "Menu").currentRelease)
    #expect(release.tree.hex == (try scratch.git("rev-parse", "HEAD:Components/Menu")))
    #expect(release.source.hex == (try scratch.git("rev-parse", "HEAD^")))
    #expect(try Status(of: ["Menu"]).run(in: scratch.workspace()).map(\.state) == [.unchanged])
    #expect(try scratch.plan("Menu").steps.isEmpty)
    #expect(code { try scratch.bump("Menu", "1.0.1") } == "nothing-changed")
    // Asked once more, as after a crash.
    #expect(try scratch.bump("Menu", "1.0.0").plan == nil)
    let verification = try Verify().run(in: scratch.workspace())
    #expect(verification.isSound, "\(verification.findings)")
  }

  @Test func `the archive of a release has its version`() throws {
    try makeVersioned()
    try scratch.bump("Menu", "1.0.0")
    var bytes: [UInt8] = []
    _ = try ArchiveRelease(component: "Menu", version: SemanticVersion("1.0.0"))
      .run(in: scratch.workspace()) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self).contains("let version = \"1.0.0\""))
  }

  @Test func `later releases go on from it, without counting the release as a change`() throws {
    try makeVersioned()
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Menu", "feat: soup")
    #expect(
      try Status(of: ["Menu"]).run(in: scratch.workspace()).map(\.state) == [.changed(commits: 1)]
    )
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.1.0"])
    try scratch.release()
    #expect(try scratch.read(Self.source) == "let version = \"1.1.0\"\n")
    let entry = try scratch.read("CHANGELOG.md").split(separator: "### Menu 1.0.0")[0]
    #expect(entry.contains("- soup"))
    #expect(!entry.contains("Release Menu"))
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test func `dependents of the same commit require the release with the version in it`() throws {
    try makeVersioned()
    try scratch.release()
    #expect(try scratch.versions(of: "Kitchen") == ["1.0.0"])
    try scratch.change("Menu", "feat!: no salt")
    try scratch.change("Kitchen", "feat: stove")
    try scratch.release()
    #expect(try scratch.versions(of: "Kitchen") == ["1.0.0", "2.0.0"])
    #expect(try scratch.plan().steps.isEmpty)
    #expect(try scratch.read(Self.source) == "let version = \"2.0.0\"\n")
  }

  @Test func `the release is built with its version`() throws {
    try makeVersioned()
    let toolchain = ScriptedToolchain()
    let planning = PlanReleases([ReleaseSelection(name: "Menu")])
    _ = try MakeReleases(
      planning,
      building: toolchain,
      verification: ReleaseVerification(.newest),
      context: .test()
    ).run(in: scratch.workspace())
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    #expect(toolchain.asked.builds.map(\.release.tree.hex) == [tree])
  }

  @Test func `several components write to one file of the root`() throws {
    try scratch.makeMonorepo()
    try scratch.write("Kitchen 0.0.0, Menu 0.0.0\n", to: "VERSIONS")
    let text = try scratch.read("Registry/manifest.json")
    var manifest = text
    for name in ["Kitchen", "Menu"] {
      manifest = manifest.replacing(
        "\"path\": \"Components/\(name)\"",
        with: "\"path\": \"Components/\(name)\", \"versionFiles\": "
          + "[{ \"path\": \"/VERSIONS\", \"pattern\": \"\(name) {version}\" }]"
      )
    }
    try scratch.write(manifest, to: "Registry/manifest.json")
    try scratch.commitAll()
    try scratch.release("Kitchen=1.0.0", "Menu=2.0.0")
    #expect(try scratch.read("VERSIONS") == "Kitchen 1.0.0, Menu 2.0.0\n")
    _ = try UndoRelease(component: "Menu", takesOthers: true, context: .test())
      .run(in: scratch.workspace())
    #expect(try scratch.read("VERSIONS") == "Kitchen 0.0.0, Menu 0.0.0\n")
  }

  @Test func `undo takes the version back, and nothing that a person wrote`() throws {
    try makeVersioned()
    let tip = try scratch.git("rev-parse", "HEAD")
    try scratch.bump("Menu", "1.0.0")
    _ = try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace())
    #expect(try scratch.git("rev-parse", "HEAD") == tip)
    #expect(try scratch.read(Self.source) == "let version = \"0.0.0\"\n")
    #expect(try scratch.git("status", "--porcelain") == "")
    try scratch.bump("Menu", "1.0.0")
    try scratch.write("let version = \"1.0.0\" // mine\n", to: Self.source)
    try scratch.git("commit", "-q", "-a", "--amend", "--no-edit")
    try scratch.git("tag", "-d", "Menu/1.0.0")
    #expect(
      code {
        _ = try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace())
      } == "not-last-release"
    )
  }

  @Test func `a move takes the files along`() throws {
    try makeVersioned()
    try scratch.bump("Menu", "1.0.0")
    _ = try MoveComponent("Menu", to: TreePath("Libraries/Menu"), context: .test())
      .run(in: scratch.workspace())
    try scratch.write("// new\n", to: "Libraries/Menu/Sources/Menu/New.swift")
    try scratch.commitAll("feat: new")
    try scratch.bump("Menu", "1.1.0")
    #expect(
      try scratch.read("Libraries/Menu/Sources/Menu/Version.swift") == "let version = \"1.1.0\"\n"
    )
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test(arguments: [source, "README.md"])
  func `an uncommitted change in such a file is refused`(_ file: String) throws {
    try makeVersioned()
    try scratch.write(try scratch.read(file) + "// more\n", to: file)
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "uncommitted-changes")
  }

  @Test(
    arguments: [
      (
        "README.md", "no version\n",
        "'README.md' does not have the text 'Menu `from: \"{version}\"`' with a version in it\n"
          + "help: write it there, with a version such as '0.0.0', or correct \"pattern\""
      ),
      (
        source, "let version = \"1.0.0\"\n\nlet version = \"2.0.0\"\n",
        "'\(source)' has the text 'let version = \"{version}\"' 2 times, expected once: in the lines "
          + "1, 3\nhelp: make \"pattern\" longer, so that it is in the file once"
      ),
      (
        source, nil,
        "'\(source)' of \"versionFiles\" is not a file of the newest commit\n"
          + "help: commit it, or correct its path in the manifest"
      ),
    ]
  )
  func `what cannot be written is refused, and nothing is`(
    _ file: String,
    _ content: String?,
    _ message: String
  ) throws {
    try makeVersioned()
    if let content {
      try scratch.write(content, to: file)
      try scratch.commitAll()
    } else {
      try scratch.git("rm", "-q", file)
      try scratch.commitAll()
    }
    let before = try scratch.everything()
    #expect(refusal { try scratch.bump("Menu", "1.0.0") } == "component 'Menu': \(message)")
    #expect(try scratch.everything() == before)
    let findings = try Lint(secondsSince1970: 1_763_715_600).run(in: scratch.workspace()).findings
    #expect(findings.contains { $0.rule == "version-file" && $0.severity == .error })
  }

  @Test func `files that the registry itself writes are refused`() throws {
    try scratch.makeMonorepo()
    for file in ["CHANGELOG.md", "Registry/manifest.json", "Registry/releases/Menu.jsonl"] {
      try list(#"{ "path": "/\#(file)", "pattern": "\"{version}\"" }"#)
      #expect(
        refusal { try scratch.bump("Menu", "1.0.0") }
          == "component 'Menu': '\(file)' of \"versionFiles\" is a file that the registry itself "
          + "writes\nhelp: remove it from \"versionFiles\" in 'Registry/manifest.json'"
      )
    }
  }

  @Test func `neither a plan nor a dry run stores an object`() throws {
    try makeVersioned()
    let before = try scratch.everything()
    #expect(try scratch.plan().words == ["Menu 1.0.0", "Kitchen 1.0.0"])
    var context = WriteContext.test()
    context.isDryRun = true
    let preview = try Bump(
      component: "Menu",
      version: .exactly(SemanticVersion("1.0.0")),
      context: context
    ).preview(in: scratch.workspace())
    #expect(preview.plan?.files.contains { $0.path.string == Self.source } == true)
    #expect(try scratch.everything() == before)
  }

  @Test func `a source that is not what the release was made from is found`() throws {
    try makeVersioned()
    try scratch.bump("Menu", "1.0.0")
    let log = try scratch.read("Registry/releases/Menu.jsonl")
    let source = try #require(try scratch.log(of: "Menu").currentRelease?.source)
    let first = try scratch.git("rev-list", "--max-parents=0", "HEAD")
    try scratch.write(log.replacing(source.hex, with: first), to: "Registry/releases/Menu.jsonl")
    try scratch.commitAll("Break the record")
    let findings = try Verify().run(in: scratch.workspace()).findings
    #expect(findings.contains { $0.code.rawValue == "source-mismatch" })
  }
}

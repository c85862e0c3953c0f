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

@Suite(.scratchRepository)
struct VersionFileTests {
  var scratch: Scratch { .current }

  static let source = "Components/Menu/Sources/Menu/Version.swift"

  /// Menu, which says its version in a source and in the README of the repository, and Kitchen, which
  /// depends on it.
  func makeVersioned() throws {
    try scratch.makeMonorepo()
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.write("let version = \"0.0.0\"\n", to: Self.source)
    try scratch.write("Menu `from: \"0.0.0\"`, Kitchen `from: \"0.0.0\"`\n", to: "README.md")
    try list(
      #"{ "path": "Sources/Menu/Version.swift", "pattern": "let version = \"{version}\"" }"#,
      #"{ "path": "/README.md", "pattern": "Menu `from: \"{version}\"`" }"#
    )
  }

  func list(_ files: String...) throws {
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

  func refusal(_ body: () throws -> Void) -> String {
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
    #expect(try scratch.plan("Menu").releases.isEmpty)
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
    _ = try WriteArchive(component: "Menu", version: SemanticVersion("1.0.0"))
      .run(in: scratch.workspace()) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self).contains("let version = \"1.0.0\""))
  }

  @Test func `a release after a version file was written does not count that as a change`() throws {
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
    #expect(try scratch.plan().releases.isEmpty)
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
}

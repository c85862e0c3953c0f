import Base
import Content
import Git
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct BumpTests {
  @Test(arguments: [-1, 1 << 32])
  func `a clock that a commit cannot have is refused before anything is written`(
    _ seconds: Int64
  ) throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let before = try scratch.everything()
    #expect(
      code { try scratch.bump("Menu", "1.0.0", context: .test(at: seconds)) } == "invalid"
    )
    #expect(try scratch.everything() == before)
  }

  @Test func `a first release records, tags and leaves a clean tree`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let source = try scratch.git("rev-parse", "HEAD")
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")

    let result = try scratch.bump("Menu", "1.0.0", notes: "The first one.")

    #expect(result.release.record.source.description == source)
    #expect(result.release.record.tree.description == tree)
    #expect(result.release.record.date.description == "2025-11-21T09:00:00Z")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0"])
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(
      try scratch.git("rev-parse", "Menu/1.0.0^{commit}") == scratch.git("rev-parse", "HEAD")
    )
    #expect(try scratch.git("cat-file", "-t", "Menu/1.0.0") == "tag")
    #expect(try scratch.git("rev-parse", "HEAD^") == source)
    #expect(try scratch.git("rev-parse", "HEAD:Components/Menu") == tree)
    #expect(
      try scratch.read("CHANGELOG.md") == """
        # Changelog

        ## Kitchen

        Releases of `Components/Kitchen`, newest first.

        <!-- Kitchen: newest release first -->

        ## Menu

        Releases of `Components/Menu`, newest first.

        <!-- Menu: newest release first -->

        <!-- Menu: 1.0.0 and its backports -->

        ### Menu 1.0.0 - 2025-11-21

        First release.

        The first one.

        """
    )
    #expect(
      try scratch.read(".gitattributes")
        == "CHANGELOG.md merge=union\nRegistry/releases/*.jsonl merge=union\n"
    )
    #expect(try scratch.read("Registry/manifest.json").contains("\"version\": \"1.0.0\""))
    try scratch.fsck()
  }

  @Test func `bump keeps staged and edited files of other places`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.write("staged", to: "staged.txt")
    try scratch.git("add", "staged.txt")
    try scratch.write("edited further", to: "staged.txt")
    try scratch.write("edited", to: "Components/Kitchen/Package.swift")
    let before = try scratch.git("status", "--porcelain=v2", "--untracked-files=all")

    try scratch.bump("Menu", "1.0.0")

    #expect(try scratch.git("status", "--porcelain=v2", "--untracked-files=all") == before)
    #expect(try scratch.read("staged.txt") == "edited further")
  }

  @Test func `a dry run says what would be written and writes nothing`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    let before = try scratch.everything()
    let bump = MakeReleases(
      component: "Menu",
      version: .step(.major),
      context: .test()
    )
    let preview = try bump.preview(in: scratch.workspace())
    #expect(try scratch.everything() == before)
    let plan = try #require(preview.plan)
    let result = try bump.run(in: scratch.workspace())
    #expect(result.release.record == preview.release.record)
    for file in plan.files {
      let content = file.new.map { String(decoding: $0, as: UTF8.self) }
      #expect(try scratch.read(file.path.string) == content)
    }
    #expect(plan.tags.map(\.name) == ["Menu/1.0.0"])
    #expect(
      plan.files.map(\.path.string)
        == [
          "Registry/releases/Menu.jsonl", "Registry/manifest.json", "CHANGELOG.md",
          ".gitattributes",
        ]
    )
  }

  @Test func `the same release again is done already, and other content is refused`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0-beta.1")
    let before = try scratch.everything()
    let again = try scratch.bump("Menu", "1.0.0-beta.1")
    #expect(again.plan == nil && again.commit == nil)
    #expect(try scratch.everything() == before)
    #expect(code { try scratch.bump("Menu", "1.0.0-BETA.1") } == "version-taken")
    #expect(code { try scratch.bump("Menu", "1.0.0-beta.1+build") } == "version-taken")
    try scratch.change("Menu")
    #expect(code { try scratch.bump("Menu", "1.0.0-beta.1") } == "version-taken")
  }

  @Test func `the life of a component`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", "feat(dishes): add soup")
    try scratch.change("Menu", "fix!: drop salad")
    try scratch.change("Menu", "chore: tidy up")
    try scratch.change("Kitchen", "fix: not the menu's")
    let step = MakeReleases(
      component: "Menu",
      version: .step(.preminor(try PrereleaseLabel("beta"))),
      context: .test()
    )
    #expect(try step.run(in: scratch.workspace()).release.version.description == "1.1.0-beta.0")
    try scratch.bump("Menu", "1.1.0")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.1.0-beta.0", "1.1.0"])
    let changelog = try scratch.read("CHANGELOG.md")
    #expect(
      changelog.contains(
        """
        ### Menu 1.1.0 - 2025-11-21

        #### Added

        - dishes: add soup

        #### Fixed

        - **Breaking:** drop salad

        <!-- Menu: 1.1.0-beta.0 and its backports -->
        """
      )
    )
    try scratch.fsck()
  }

  @Test func `a dependency is recorded as its current release and published by its identity`()
    throws
  {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.2.0")
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.commitAll()
    let release = try scratch.bump("Kitchen", "1.0.0").release.record
    #expect(release.requires == [try ComponentName("Menu"): .from(try SemanticVersion("1.2.0"))])
    #expect(release.edits.count == 1)
    var archive: [UInt8] = []
    let result = try WriteArchive(component: "Kitchen", version: SemanticVersion("1.0.0"))
      .run(in: scratch.workspace()) { archive += $0 }
    #expect(result.size == archive.count)
    let text = String(decoding: archive, as: UTF8.self)
    #expect(text.contains(".package(id: \"cookr.Menu\", from: \"1.2.0\")"))
    #expect(text.contains(".product(name: \"Menu\", package: \"cookr.Menu\")"))
    #expect(!text.contains("path: \"../Menu\""))
  }

  @Test func `an archive goes to a file only if it is what was recorded`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let place = scratch.folder + "/menu.zip"
    let version = try SemanticVersion("1.0.0")
    _ = try WriteArchive(component: "Menu", version: version)
      .run(in: scratch.workspace(), toFile: place)
    #expect(FileManager.default.fileExists(atPath: place))
    let log = try scratch.read("Registry/releases/Menu.jsonl")
    let digits = try scratch.log(of: "Menu").releases[0].checksum
    try scratch.write(
      log.replacing(digits, with: String(repeating: "0", count: 64)),
      to: "Registry/releases/Menu.jsonl"
    )
    try scratch.commitAll()
    let other = scratch.folder + "/other.zip"
    #expect(
      code {
        _ = try WriteArchive(component: "Menu", version: version)
          .run(in: scratch.workspace(), toFile: other)
      } == "checksum-mismatch"
    )
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder).sorted()
        == ["menu.zip", "repository"]
    )
  }

  @Test func `missing tags come back as they were`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let tag = try scratch.git("rev-parse", "Menu/1.0.0")
    try scratch.git("tag", "-d", "Menu/1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    #expect(try scratch.git("rev-parse", "Menu/1.0.0") == tag)
  }

  @Test func `a tag that leaves no room is named`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.git("tag", "Menu")
    #expect { try scratch.bump("Menu", "1.0.0") } throws: { error in
      (error as? OperationError)?.message
        == "the tag 'Menu' conflicts with the tag 'Menu/1.0.0'"
    }
  }
}

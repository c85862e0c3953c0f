import Git
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What a release has of the files in the root of the repository.
extension PublishedContentTests {
  private func list(_ files: String...) throws {
    let path = "Registry/manifest.json"
    let bytes = Array(try scratch.read(path).utf8)
    var manifest = try ManifestDocument(reading: bytes, file: path).manifest
    manifest.rootFiles = try files.map { try TreePath($0) }
    try scratch.write(manifest.text, to: path)
  }

  @Test func `files of the root are published with a component that has none`() throws {
    try scratch.makeMonorepo()
    try scratch.write("all rights\n", to: "LICENSE")
    try scratch.write("thanks\n", to: "NOTICE")
    try list("LICENSE", "NOTICE")
    try scratch.write("of its own\n", to: "Components/Menu/notice.md")
    try scratch.commitAll("List the licence")
    let release = try scratch.bump("Menu", "1.0.0").release.record
    #expect(try release.adds.keys.sorted() == [TreePath("LICENSE")])
    #expect(try published().filter { $0 == "NOTICE" || $0 == "notice.md" } == ["notice.md"])
    #expect(try content("LICENSE") == "all rights")
    #expect(try mirrored().contains { $0.hasSuffix("\tLICENSE") })
    #expect(try isSound())
    // Its bytes stay, whatever becomes of the root.
    let old = try record().archive
    try scratch.write("some rights\n", to: "LICENSE")
    try scratch.commitAll("Change the licence")
    #expect(try record().archive == old)
    _ = try published()
    #expect(try content("LICENSE") == "all rights")
    #expect(try isSound())
  }

  @Test func `a change of a file of the root is a change of each component that has it`() throws {
    try scratch.makeMonorepo()
    try scratch.write("all rights\n", to: "LICENSE")
    try list("LICENSE")
    try scratch.commitAll("List the licence")
    try scratch.bump("Menu", "1.0.0")
    #expect(try state() == .unchanged)
    #expect(code { try scratch.bump("Menu", "1.0.1") } == "nothing-changed")
    try scratch.write("some rights\n", to: "LICENSE")
    try scratch.commitAll("Change the licence")
    #expect(try state() == .changed(commits: 1))
    let plan = try PlanReleases([ReleaseSelection(name: "Menu")]).run(in: scratch.workspace())
    #expect(plan.releases.map(\.component.text) == ["Menu"])
    try scratch.bump("Menu", "1.0.1")
    #expect(try published("1.0.1").contains("LICENSE"))
    #expect(try content("LICENSE", "1.0.1") == "some rights")
    #expect(try scratch.read("CHANGELOG.md").contains("Change the licence"))
    try list()
    try scratch.commitAll("List nothing")
    #expect(try state() == .changed(commits: nil))
  }

  @Test func `a file of the root that is not there is refused before anything is written`() throws {
    try scratch.makeMonorepo()
    try list("LICENSE")
    try scratch.commitAll("List the licence")
    let tip = try scratch.git("rev-parse", "HEAD")
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "no-root-file")
    let plan = try PlanReleases([ReleaseSelection(name: "Menu")]).run(in: scratch.workspace())
    #expect(plan.held.map(\.name.text) == ["Menu"])
    #expect(try scratch.git("rev-parse", "HEAD") == tip)
  }

  @Test func `a record that adds a file which its tree has is found`() throws {
    try scratch.makeMonorepo()
    try scratch.write("all rights\n", to: "LICENSE")
    try list("LICENSE")
    try scratch.commitAll("List the licence")
    try scratch.bump("Menu", "1.0.0")
    let file = "Registry/releases/Menu.jsonl"
    let log = try scratch.read(file)
    try scratch.write(
      log.replacing("\"LICENSE\":[", with: "\"package.swift\":["),
      to: file
    )
    try scratch.commitAll("Change the record")
    #expect(try !isSound())
    #expect(throws: (any Error).self) { try published() }
  }

  private func state() throws -> ComponentStatus.State? {
    try Status(of: ["Menu"]).run(in: scratch.workspace()).first?.state
  }
}

import Base
import Content
import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct YankTests {
  private func yank(_ version: String, _ reason: String = "It burns.") throws -> YankRelease.Result
  {
    try YankRelease(
      component: "Menu",
      version: SemanticVersion(version),
      reason: reason,
      context: .test()
    ).run(in: Scratch.current.workspace())
  }

  @Test func `a withdrawn release stays recorded and says why`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let lines = try scratch.read("Registry/releases/Menu.jsonl")
    let tag = try scratch.git("rev-parse", "Menu/1.0.0")
    #expect(try yank("1.0.0").commit != nil)
    #expect(try scratch.read("Registry/releases/Menu.jsonl").hasPrefix(lines))
    #expect(try scratch.log(of: "Menu").yank(of: SemanticVersion("1.0.0"))?.reason == "It burns.")
    #expect(try scratch.git("rev-parse", "Menu/1.0.0") == tag)
    #expect(try scratch.read("CHANGELOG.md").contains("### Menu 1.0.0 - 2025-11-21 [YANKED]\n"))
    #expect(try scratch.git("status", "--porcelain") == "")

    let before = try scratch.everything()
    #expect(try yank("1.0.0", "Another reason.").plan == nil)
    #expect(try scratch.everything() == before)
  }

  @Test func `yank refuses a release that does not exist and an empty reason`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let before = try scratch.everything()
    #expect(code { _ = try yank("1.0.1") } == "unknown-release")
    #expect(code { _ = try yank("1.0.0", " \n") } == "no-reason")
    #expect(try scratch.everything() == before)
  }

  @Test func `a component that left the manifest can be withdrawn and packed still`() throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.writeManifest(["Kitchen"])
    try scratch.commitAll()
    #expect(try yank("1.0.0").commit != nil)
    #expect(try scratch.log(of: "Menu").yank(of: SemanticVersion("1.0.0")) != nil)
    let archive = try WriteArchive(component: "Menu", version: SemanticVersion("1.0.0"))
    #expect(try archive.run(in: scratch.workspace(), to: { _ in }).component.text == "Menu")
  }
}

import Foundation
import Git
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// A component of which only that changed which it is published with from elsewhere.
@Suite(.scratchRepository)
struct LinkedContentTests {
  let scratch = Scratch.current

  /// Menu 1.0.0 with the repository's licence, Kitchen 1.0.0 that depends on it, and Table 1.0.0.
  private func makeRepository() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Table"])
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.write("All rights\n", to: "LICENSE")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Components/Menu/LICENSE",
      withDestinationPath: "../../LICENSE"
    )
    try scratch.commitAll("Add a licence")
    for name in ["Menu", "Kitchen", "Table"] { try scratch.bump(name, "1.0.0") }
  }

  private func states() throws -> [String: ComponentStatus.State] {
    let all = try Status().run(in: scratch.workspace())
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name.text, $0.state) })
  }

  @Test func `a change of what a link leads to is seen by all commands`() throws {
    try makeRepository()
    #expect(try states().values.allSatisfy { $0 == .unchanged })
    #expect(try scratch.plan().words == [])
    let before = try scratch.git("rev-parse", "HEAD")
    try scratch.write("Some rights\n", to: "LICENSE")
    try scratch.commitAll("fix: give rights away")
    try scratch.change("Table")
    #expect(
      try states() == [
        "Kitchen": .unchanged, "Menu": .changed(commits: 1), "Table": .changed(commits: 1),
      ]
    )
    #expect(try scratch.plan("Menu").words == ["Menu 1.0.0 → 1.0.1"])
    #expect(try scratch.plan("Menu", since: before).words == ["Menu 1.0.0 → 1.0.1"])
    #expect(try scratch.plan("Menu", since: "HEAD").words == [])
    // The same version is not the same content.
    #expect(code { try scratch.bump("Menu", "1.0.0") } == "version-taken")
    // And what depends on it cannot go before it.
    try scratch.change("Kitchen")
    #expect(code { try scratch.bump("Kitchen", "1.1.0") } == "dependency-unreleased")
    try scratch.release("Kitchen")
    #expect(try states()["Menu"] == .unchanged)
    let changelog = try scratch.read("CHANGELOG.md")
    let entry = try #require(changelog.firstRange(of: "### Menu 1.0.1"))
    let rest = changelog[entry.upperBound...].prefix { $0 != "<" }
    #expect(rest.contains("- give rights away"), "\(rest)")
    #expect(try scratch.plan().releases.map(\.component.text) == ["Table"])
  }

  @Test func `a component that can no longer be released is changed, and held`() throws {
    try makeRepository()
    try scratch.git("rm", "-q", "LICENSE")
    try scratch.commitAll("Do without")
    // Which commits made it so is not known: the link leads nowhere.
    #expect(try states()["Menu"] == .changed(commits: nil))
    #expect(try scratch.plan().held.map(\.name.text) == ["Menu"])
    try scratch.git("revert", "--no-edit", "HEAD")
    #expect(try states()["Menu"] == .unchanged)
  }

  @Test func `a change of attributes of a folder above that omit files is a change`() throws {
    try makeRepository()
    try scratch.write("/Components/Table/Sources/Table/*.md export-ignore\n", to: ".gitattributes")
    try scratch.commitAll("Leave out nothing")
    #expect(try states()["Table"] == .unchanged)
    try scratch.write("note\n", to: "Components/Table/Sources/Table/note.md")
    try scratch.write("/Components/Table/Sources/other export-ignore\n", to: ".gitattributes")
    try scratch.commitAll("Note something")
    try scratch.bump("Table", "1.0.1")
    try scratch.write("/Components/Table/Sources/Table/*.md export-ignore\n", to: ".gitattributes")
    try scratch.commitAll("Leave out the note")
    #expect(try states()["Table"] != .unchanged)
    #expect(try scratch.plan().releases.map(\.component.text) == ["Table"])
    try scratch.release()
    #expect(try states()["Table"] == .unchanged)
  }
}

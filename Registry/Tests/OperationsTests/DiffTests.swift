import Base
import Checks
import Git
import Model
import Reports
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct DiffTests {
  private let scratch = Scratch.current

  @Test func `lists the files that changed since a release`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.write("// new\n// lines\n", to: "Components/Menu/Sources/Menu/New.swift")
    try scratch.change("Menu", "Change", "final")
    let result = try Diff(component: "Menu", from: SemanticVersion(1, 0, 0))
      .run(in: scratch.workspace())
    #expect(result.new == nil)
    #expect(result.interface == nil)
    #expect(
      result.files.map { "\($0.kind) \($0.path) +\($0.addedLines) -\($0.removedLines)" } == [
        "changed Sources/Menu/Change.swift +1 -1", "added Sources/Menu/New.swift +2 -0",
      ]
    )
    #expect(result.files.last?.text.hasSuffix("@@ -0,0 +1,2 @@\n+// new\n+// lines\n") == true)
  }

  @Test func `compares two releases, and tells which version was due`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0", "1.1.0"])
    let toolchain = ScriptedToolchain(.breaking)
    let result = try Diff(
      component: "Menu",
      from: SemanticVersion(1, 0, 0),
      to: SemanticVersion(1, 1, 0),
      comparing: toolchain
    ).run(in: scratch.workspace())
    let asked = try #require(toolchain.asked.comparisons.first)
    #expect(try scratch.versions(of: #require(asked.old)) == ["Menu": "1.0.0"])
    #expect(try scratch.versions(of: asked.new) == ["Menu": "1.1.0"])
    #expect(result.interface == .difference(.sample(.breaking)))
    #expect(result.lowestAllowedVersion == SemanticVersion(2, 0, 0))
  }

  @Test func `a dependency is beside the newest commit as it is there`() throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    let toolchain = ScriptedToolchain()
    _ = try Diff(component: "Kitchen", from: SemanticVersion(1, 0, 0), comparing: toolchain)
      .run(in: scratch.workspace())
    let asked = try #require(toolchain.asked.comparisons.first)
    #expect(
      try scratch.versions(of: asked.new) == ["Kitchen": "1.0.0", "Menu": "unreleased"]
    )
  }

  @Test func `an unknown release is refused with the nearest`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    let refusal = #expect(throws: OperationError.self) {
      try Diff(component: "Menu", from: SemanticVersion(1, 0, 1)).run(in: scratch.workspace())
    }
    #expect(
      refusal?.description
        == "'Menu' has no release '1.0.1'\nhelp: the nearest is '1.0.0'"
    )
  }
}

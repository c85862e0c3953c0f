import Base
import Checks
import Model
import Reports
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct AuditTests {
  private let scratch = Scratch.current

  private func verdicts(_ toolchain: ScriptedToolchain, _ names: String...) throws -> [String] {
    try Audit(of: names, comparing: toolchain).run(in: scratch.workspace()).map { audited in
      let before = audited.previous.map { " after \($0.version)" } ?? ""
      return "\(audited.component) \(audited.release.version)\(before): \(audited.verdict)"
    }
  }

  @Test func `past versions are held against their own differences`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0", "1.0.1", "1.1.0", "2.0.0-beta.0", "2.0.0"])
    #expect(
      try verdicts(ScriptedToolchain(.additive), "Menu") == [
        "Menu 1.0.0: exempt", "Menu 1.0.1 after 1.0.0: tooLow",
        "Menu 1.1.0 after 1.0.1: valid", "Menu 2.0.0-beta.0 after 1.1.0: valid",
        "Menu 2.0.0 after 1.1.0: valid",
      ]
    )
  }

  @Test func `audit without names checks all components`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.release("Kitchen", ["0.1.0"])
    #expect(
      try verdicts(ScriptedToolchain(.additive)) == ["Kitchen 0.1.0: exempt", "Menu 1.0.0: exempt"]
    )
  }

  @Test func `an accepted breakage stays accepted`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    let toolchain = ScriptedToolchain(.breaking)
    try scratch.bump("Menu", "1.1.0", with: toolchain, accepted: "nobody cooks")
    #expect(
      try verdicts(toolchain, "Menu") == ["Menu 1.0.0: exempt", "Menu 1.1.0 after 1.0.0: accepted"]
    )
  }

  @Test func `a release that does not build is unknown, and the others are not`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0", "1.0.1", "1.0.2"])
    let broken = try #require(try scratch.log(of: "Menu").releases.dropFirst().first?.tree)
    let toolchain = ScriptedToolchain { old, new in
      if new.folder.tree == broken { throw OperationError(.buildFailed, "no such thing") }
      return old == nil ? .firstRelease : .difference(InterfaceDifference())
    }
    #expect(
      try verdicts(toolchain, "Menu") == [
        "Menu 1.0.0: exempt", "Menu 1.0.1 after 1.0.0: unknown", "Menu 1.0.2 after 1.0.1: valid",
      ]
    )
  }

  @Test func `audit without a toolchain fails as a whole`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    let toolchain = ScriptedToolchain { _, _ in throw OperationError(.noToolchain, "none") }
    #expect(code { _ = try verdicts(toolchain, "Menu") } == "no-toolchain")
  }
}

import Base
import Checks
import Git
import Model
import Releases
import Reports
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct RequestedVersionTests {
  let scratch = Scratch.current

  @Test(arguments: [
    (["1.0.0"], InterfaceLevel.unchanged, "1.0.1"),
    (["1.0.0"], .additive, "1.1.0"),
    (["1.0.0"], .breaking, "2.0.0"),
    (["0.4.2"], .additive, "0.4.3"),
    (["0.4.2"], .breaking, "0.5.0"),
    (["1.0.0", "1.1.0-beta.0"], .unchanged, "1.1.0"),
    (["1.0.0", "1.1.0-beta.0"], .additive, "1.1.0"),
    (["1.0.0", "1.1.0-beta.0"], .breaking, "2.0.0"),
    (["1.0.0-beta.0"], .breaking, "1.0.0"),
    ([], .unchanged, "1.0.0"),
  ])
  func `bump without a version takes the lowest allowed one`(
    released: [String],
    level: InterfaceLevel,
    expected: String
  ) throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", released)
    try scratch.change("Menu")
    let result = try scratch.bump("Menu", nil, with: ScriptedToolchain(level))
    #expect(result.release.version.description == expected)
    #expect(try scratch.versions(of: "Menu").last == expected)
  }

  @Test(arguments: [
    ("1.0.1", InterfaceLevel.unchanged, true), ("1.0.1", .additive, false),
    ("1.0.1", .breaking, false), ("1.1.0", .additive, true), ("1.1.0", .breaking, false),
    ("1.1.0-beta.0", .breaking, false), ("2.0.0-beta.0", .breaking, true),
    ("2.0.0", .breaking, true),
  ])
  func `a version that promises too much is refused`(
    version: String,
    level: InterfaceLevel,
    isTaken: Bool
  ) throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    let before = try scratch.everything()
    let code = code {
      try scratch.bump("Menu", version, with: ScriptedToolchain(level))
    }
    #expect(code == (isTaken ? nil : "version-too-low"))
    if !isTaken { #expect(try scratch.everything() == before) }
  }

  @Test func `a refusal lists what broke, and what would do`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    let refusal = #expect(throws: OperationError.self) {
      try scratch.bump("Menu", "1.1.0", with: ScriptedToolchain(.breaking))
    }
    #expect(
      refusal?.description == """
        component 'Menu': version '1.1.0' promises compatibility with '1.0.0', but in \
        the public API
          func cook(_:) was removed [declaration-removed]
        help: release '2.0.0', or accept the changes with '--accept-breaking REASON'
        """
    )
    let other = #expect(throws: OperationError.self) {
      try scratch.bump("Menu", "1.0.1", with: ScriptedToolchain(.additive))
    }
    #expect(
      other?.description == """
        component 'Menu': version '1.0.1' promises no additions since '1.0.0', but in the \
        public API
          func bake(_:) was added [declaration-added]
        help: release '1.1.0'
        """
    )
  }

  @Test(arguments: [
    (["2.1.0", "2.2.0-rc.0"], "2.2.0-rc.1", InterfaceLevel.breaking, "3.0.0-rc.0"),
    (["2.1.0", "3.0.0-rc.0", "3.0.0-rc.1"], "2.2.0-rc.0", .breaking, "3.0.0-rc.2"),
    (["2.1.0", "3.0.0-beta.3"], "2.2.0-rc.0", .breaking, "3.0.0-rc.0"),
    (["2.1.0", "3.0.0"], "2.2.0-rc.0", .breaking, "4.0.0-rc.0"),
    (["2.1.0"], "2.1.1-rc.0", .additive, "2.2.0-rc.0"),
  ])
  func `bump refuses a pre-release that is too low, and advises one with the same label`(
    releases: [String],
    version: String,
    level: InterfaceLevel,
    advised: String
  ) throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", releases)
    try scratch.change("Menu")
    let refusal = #expect(throws: OperationError.self) {
      try scratch.bump("Menu", version, with: ScriptedToolchain(level))
    }
    #expect(refusal?.code == .versionTooLow, "\(String(describing: refusal))")
    #expect(refusal?.help?.contains("release '\(advised)'") == true, "\(refusal?.help ?? "")")
  }

  @Test func `no version is advised that exists, here or on another branch`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0", "1.1.0"])
    try scratch.git("tag", "Menu/1.0.1")
    try scratch.git("tag", "Menu/1.2.0")
    try scratch.change("Menu")
    let additive = #expect(throws: OperationError.self) {
      try scratch.bump("Menu", "1.0.2", with: ScriptedToolchain(.additive))
    }
    #expect(additive?.help == "release '1.3.0'")
    let taken = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.0.0") }
    #expect(taken?.help == "a release never changes: try '1.0.2'")
    try scratch.release("Menu", ["1.0.2"])
    try scratch.git("tag", "Menu/1.0.3")
    try scratch.change("Menu")
    let low = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.0.1") }
    #expect(low?.help == "try '1.0.4'")
  }

  @Test(arguments: [
    ("1.0.1", "1.0.0"), ("1.2.0", "1.1.0"), ("1.1.1", "1.1.0"), ("2.0.1", "2.0.0"),
    ("2.1.0", "2.0.0"), ("3.0.0", "2.0.0"),
  ])
  func `a version is held against the release that it follows`(
    version: String,
    followed: String
  ) throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0", "1.1.0", "2.0.0"])
    try scratch.change("Menu")
    let toolchain = ScriptedToolchain()
    let result = try scratch.bump("Menu", version, with: toolchain)
    let old = try #require(toolchain.asked.comparisons.first?.old)
    #expect(try scratch.versions(of: old) == ["Menu": followed])
    let expected = ReleaseInterface(
      .unchanged,
      since: try SemanticVersion(followed),
      rules: Rule.setVersion
    )
    #expect(result.release.record.interface == expected)
  }

  @Test func `a component without a library says so in its record`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    let result = try scratch.bump(
      "Menu",
      nil,
      with: ScriptedToolchain { _, _ in .noLibrary }
    )
    #expect(result.release.version == SemanticVersion(1, 0, 1))
    #expect(result.release.record.interface == ReleaseInterface(.noLibrary))
  }

  @Test func `bump without a comparison records that, and verify lists it`() throws {
    try scratch.makeMonorepo()
    let toolchain = ScriptedToolchain(.breaking)
    try scratch.bump("Menu", "1.0.0", with: toolchain, checksInterface: false)
    #expect(toolchain.asked.comparisons.isEmpty)
    #expect(try scratch.log(of: "Menu").releases.last?.interface == ReleaseInterface(.unchecked))
    let verification = try Verify().run(in: scratch.workspace())
    // There was no release to compare it with.
    #expect(verification.findings == [])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0", with: toolchain, checksInterface: false)
    let later = try Verify().run(in: scratch.workspace())
    #expect(later.isSound)
    #expect(later.findings.map(\.code.rawValue) == ["unchecked-interface"])
    #expect(later.findings.map(\.version) == [SemanticVersion(1, 1, 0)])
  }

  @Test func `bump without a comparison requires a version`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    #expect(
      code {
        try scratch.bump("Menu", nil, with: ScriptedToolchain(), checksInterface: false)
      } == "no-version"
    )
  }

  @Test func `bump compares nothing when the version is released already`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    let toolchain = ScriptedToolchain(.breaking)
    let result = try scratch.bump("Menu", "1.0.0", with: toolchain)
    #expect(result.plan == nil)
    #expect(toolchain.asked.comparisons.isEmpty)
  }

  @Test func `a component that is changed meanwhile is compared again`() throws {
    try scratch.makeMonorepo()
    try scratch.release("Menu", ["1.0.0"])
    try scratch.change("Menu")
    let scratch = scratch
    let toolchain = ScriptedToolchain { _, new in
      if try scratch.read("Components/Menu/Sources/Menu/Change.swift") != "// final\n" {
        try scratch.change("Menu", "Change meanwhile", "final")
      }
      return .difference(InterfaceDifference())
    }
    let result = try scratch.bump("Menu", "1.0.1", with: toolchain)
    let asked = toolchain.asked.comparisons.map(\.new.folder.tree)
    #expect(asked.count == 2)
    #expect(asked.last == result.release.record.tree)
    #expect(
      try scratch.git("rev-parse", "HEAD:Components/Menu") == result.release.record.tree.description
    )
  }
}

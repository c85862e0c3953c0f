import Base
import Content
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What a release records of its dependencies where the manifest does not say.
@Suite(.scratchRepository)
struct RequirementTests {
  private let scratch = Scratch.current

  private func yank(_ name: String, _ version: String) throws -> YankRelease.Result {
    try YankRelease(
      component: name,
      version: SemanticVersion(version),
      reason: "It burns.",
      context: .test()
    ).run(in: scratch.workspace())
  }

  private func requirement(of name: String, on dependency: String) throws -> VersionRequirement? {
    try scratch.log(of: name).releases.last?.requires[ComponentName(dependency)]
  }

  /// `Kitchen` depends on `Menu`, which has these releases.
  private func makeKitchen(menus: [String]) throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.commitAll("Depend on the menu")
    try scratch.release("Menu", menus)
  }

  @Test func `a withdrawn release is required by nobody`() throws {
    try makeKitchen(menus: ["1.0.0", "1.1.0"])
    _ = try yank("Menu", "1.1.0")
    #expect(try scratch.plan().words == ["Kitchen 1.0.0"])
    try scratch.release()
    #expect(try requirement(of: "Kitchen", on: "Menu") == .from(SemanticVersion(1, 0, 0)))
  }

  @Test func `bump refuses a requirement on a component whose releases are all withdrawn`() throws {
    try makeKitchen(menus: ["1.0.0"])
    _ = try yank("Menu", "1.0.0")
    #expect(try scratch.plan().held.map(\.refusal.code) == [.dependencyUnreleased])
    let refusal = #expect(throws: OperationError.self) { try scratch.bump("Kitchen", "1.0.0") }
    #expect(
      refusal?.description == """
        component 'Kitchen': 'Kitchen' depends on 'Menu', whose releases are all withdrawn
        help: fix the cause, and release 'Menu' again first
        """
    )
  }

  @Test func `bump refuses requirements that only withdrawn releases further down meet`() throws {
    try scratch.makeChain(isReleased: false)
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    _ = try yank("Menu", "1.0.0")
    #expect(try scratch.plan().words == [])
    #expect(try scratch.plan().held.map(\.refusal.code) == [.yankedRelease, .unresolvable])
    let refusal = #expect(throws: OperationError.self) { try scratch.bump("Table", "1.0.0") }
    #expect(refusal?.code == .unresolvable)
    #expect(refusal?.help?.contains("pin") == false, "\(refusal?.description ?? "")")
  }

  @Test func `a withdrawal names the releases that can no longer be resolved, and verify too`()
    throws
  {
    try scratch.makeChain(isReleased: false)
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.bump("Table", "1.0.0")
    #expect(try Verify().run(in: scratch.workspace()).findings == [])
    let result = try yank("Menu", "1.1.0")
    #expect(
      result.unresolvable.map { "\($0.component) \($0.version)" }
        == ["Kitchen 1.0.0", "Table 1.0.0"]
    )
    let found = try Verify().run(in: scratch.workspace())
    #expect(!found.isSound)
    #expect(
      found.findings.map { "\($0.code.rawValue) \($0.component?.text ?? "")" }
        == ["unresolvable-release Kitchen", "unresolvable-release Table"]
    )
    // The next releases mend it, and the old ones are only worth a note.
    try scratch.release()
    #expect(try requirement(of: "Kitchen", on: "Menu") == .from(SemanticVersion(1, 0, 0)))
    let after = try Verify().run(in: scratch.workspace())
    #expect(after.isSound, "\(after.findings)")
    let notes = after.findings.filter { $0.code.rawValue == "unresolvable-release" }
    #expect(notes.map(\.severity) == [.note, .note])
  }

  @Test func `bump releases withdrawn content again as it is`() throws {
    try makeKitchen(menus: ["1.0.0"])
    _ = try yank("Menu", "1.0.0")
    try scratch.bump("Menu", "1.0.1")
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.0.1"])
  }

  @Test func `a release is withdrawn whatever the other logs say`() throws {
    try makeKitchen(menus: ["1.0.0"])
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.write("{broken\n", to: "Registry/releases/Kitchen.jsonl")
    try scratch.commitAll()
    #expect(try yank("Menu", "1.0.0").yank.reason.isEmpty == false)
  }

  @Test func `a withdrawal that leaves another release to choose names nobody`() throws {
    try makeKitchen(menus: ["1.0.0", "1.1.0"])
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.1")
    #expect(try yank("Menu", "1.1.0").unresolvable.isEmpty)
  }

  @Test(arguments: [
    ("0.1.0", VersionRequirement.upToNextMinor(from: SemanticVersion(0, 1, 0))),
    ("1.0.0", .from(SemanticVersion(1, 0, 0))),
  ])
  func `below 1.0.0 the next minor release is not required`(
    menu: String,
    requirement: VersionRequirement
  ) throws {
    try makeKitchen(menus: [menu])
    try scratch.bump("Kitchen", "1.0.0")
    #expect(try self.requirement(of: "Kitchen", on: "Menu") == requirement)
    let workspace = try scratch.workspace()
    let archive = WriteArchive(component: "Kitchen", version: SemanticVersion(1, 0, 0))
    var bytes: [UInt8] = []
    _ = try archive.run(in: workspace) { bytes += $0 }
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        menu == "1.0.0" ? #"from: "1.0.0""# : #".upToNextMinor(from: "0.1.0")"#
      )
    )
  }

  @Test func `a dependent follows a breaking release below 1.0.0`() throws {
    try makeKitchen(menus: ["0.1.0"])
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Menu", "fix: salt")
    #expect(try scratch.plan().words == ["Menu 0.1.0 → 0.1.1"])
    try scratch.change("Menu", "feat!: no salt")
    #expect(try scratch.plan().words == ["Menu 0.1.0 → 0.2.0", "Kitchen 1.0.0 → 2.0.0"])
  }

  @Test func `a dependent whose old record lets a breaking release in follows it too`() throws {
    try makeKitchen(menus: ["0.1.0"])
    // As it was recorded by a rule that went by `from` at any version.
    try scratch.setRequirement(of: "Kitchen", on: "Menu", #"{ "from": "0.1.0" }"#)
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.setRequirement(of: "Kitchen", on: "Menu", nil)
    #expect(try requirement(of: "Kitchen", on: "Menu") == .from(SemanticVersion(0, 1, 0)))
    try scratch.change("Menu", "feat!: no salt")
    #expect(try scratch.plan().words == ["Menu 0.1.0 → 0.2.0", "Kitchen 1.0.0 → 2.0.0"])
    try scratch.release()
    #expect(
      try requirement(of: "Kitchen", on: "Menu") == .upToNextMinor(from: SemanticVersion(0, 2, 0))
    )
    #expect(try scratch.plan().words == [])
  }
}

extension Scratch {
  /// Writes what the manifest wants of a dependency, and commits that.
  fileprivate func setRequirement(
    of name: String,
    on dependency: String,
    _ requirement: String?
  ) throws {
    let path = "Registry/manifest.json"
    let place = "\"path\": \"Components/\(name)\""
    let line = try #require(read(path).split(separator: "\n").first { $0.contains(place) })
    let own = requirement.map { ", \"requires\": { \"\(dependency)\": \($0) }" } ?? ""
    let comma = line.hasSuffix(",") ? "," : ""
    try write(
      read(path).replacing(line, with: "      \(place)\(own)\(comma)"),
      to: path
    )
    try commitAll("Set what is required")
  }
}

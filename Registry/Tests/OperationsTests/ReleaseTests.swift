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
struct ReleaseTests {
  private var scratch: Scratch { .current }

  @Test func `one commit has all releases, and a dependent requires the one beside it`() throws {
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    let before = try scratch.git("rev-parse", "HEAD")
    let plan = try scratch.plan()

    let result = try scratch.release(notes: "Less salt.")

    #expect(result.releases.map(\.tag) == plan.releases.map { "\($0.component)/\($0.version)" })
    #expect(try scratch.git("rev-parse", "HEAD^") == before)
    let head = try scratch.git("rev-parse", "HEAD")
    #expect(result.commit?.hex == head)
    for tag in ["Menu/2.0.0", "Kitchen/2.0.0", "Table/2.0.0"] {
      #expect(try scratch.git("rev-parse", "\(tag)^{commit}") == head)
    }
    let kitchen = try #require(try scratch.log(of: "Kitchen").releases.last)
    #expect(kitchen.requires == [try ComponentName("Menu"): .from(SemanticVersion(2, 0, 0))])
    #expect(
      try scratch.manifest().components.mapValues(\.version)
        == [
          ComponentName("Kitchen"): SemanticVersion(2, 0, 0),
          ComponentName("Menu"): SemanticVersion(2, 0, 0),
          ComponentName("Table"): SemanticVersion(2, 0, 0),
        ]
    )
    #expect(
      try scratch.git("log", "-1", "--format=%B") == """
        Release Menu 2.0.0, Kitchen 2.0.0 and Table 2.0.0

        Menu 2.0.0

        Less salt.

        Added:
        - **Breaking:** no salt

        Kitchen 2.0.0

        Less salt.

        Updates to Menu 2.0.0.

        Table 2.0.0

        Less salt.

        Updates to Kitchen 2.0.0.
        """
    )
    #expect(try scratch.git("status", "--porcelain") == "")
    try scratch.fsck()
    let again = try scratch.release()
    #expect(again.plan == nil && again.commit == nil)
    #expect(try scratch.git("rev-parse", "HEAD") == head)
  }

  @Test func `verify finds a release of several components sound`() throws {
    try scratch.makeChain(isReleased: false)
    try scratch.release()
    let verification = try Verify().run(in: scratch.workspace())
    #expect(verification.isSound)
    #expect(verification.releases == 3)
  }

  @Test func `release makes the others if one cannot be released, unless asked for all or nothing`()
    throws
  {
    try scratch.makeChain()
    try scratch.change("Menu", "fix: salt")
    try scratch.change("Table", "fix: leg")
    try scratch.write("// not committed\n", to: "Components/Table/Package.swift")
    let before = try scratch.everything()
    let code = code { try release(building: ScriptedToolchain(), isAllOrNothing: true) }
    #expect(code == "uncommitted-changes")
    #expect(try scratch.everything() == before)
    try scratch.release()
    #expect(try scratch.versions(of: "Menu") == ["1.0.0", "1.0.1"])
    #expect(try scratch.versions(of: "Table") == ["1.0.0"])
  }

  @Test(
    arguments: [
      ("Menu=1.0.0", "version-taken"), ("Menu=0.9.0", "version-not-greater"),
      ("Table=1.0.1", "nothing-changed"),
    ]
  )
  func `a version that cannot be is refused`(_ selection: String, _ reason: String) throws {
    try scratch.makeChain()
    try scratch.change("Menu")
    #expect(code { try scratch.release(selection) } == reason)
  }

  @Test func `each release is built beside those of the same commit, before anything is written`()
    throws
  {
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    let before = try scratch.everything()
    let tree = try scratch.git("rev-parse", "HEAD:Components/Menu")
    let failing = ScriptedToolchain(buildFailure: OperationError(.buildFailed, "no oven"))
    #expect(code { try release(building: failing) } == "build-failed")
    #expect(try scratch.everything() == before)
    let toolchain = ScriptedToolchain()
    try release(building: toolchain)
    #expect(toolchain.asked.builds.map(\.component.text) == ["Menu", "Kitchen", "Table"])
    let menus = toolchain.asked.builds.map { layout in
      layout.dependencies.first { $0.key.text == "Menu" }?.value ?? layout.release
    }
    #expect(menus.map(\.tree.description) == [tree, tree, tree])
  }

  @Test func `release holds a component that does not build, and only those that depend on it`()
    throws
  {
    try scratch.makeChain(isReleased: false)
    try scratch.writePackage("Soup")
    try scratch.writeManifest(["Kitchen", "Menu", "Soup", "Table"])
    try scratch.commitAll()
    let toolchain = ScriptedToolchain(
      buildFailure: OperationError(.buildFailed, "\n  no oven"),
      failing: ["Kitchen"]
    )
    let before = try scratch.everything()
    #expect(code { try release(building: toolchain, isAllOrNothing: true) } == "build-failed")
    #expect(try scratch.everything() == before)
    let result = try release(building: toolchain)
    #expect(result.releases.map(\.component.text) == ["Menu", "Soup"])
    #expect(
      result.held.map { "\($0.name): \($0.refusal.code.rawValue)" }
        == ["Kitchen: build-failed", "Table: dependency-unreleased"]
    )
  }

  @discardableResult
  private func release(
    building toolchain: ScriptedToolchain,
    isAllOrNothing: Bool = false
  ) throws -> ReleasePlan {
    var releases = MakeReleases(
      PlanReleases(),
      building: toolchain,
      verification: ReleaseVerification(.newest),
      context: .test()
    )
    releases.isAllOrNothing = isAllOrNothing
    return try releases.run(in: scratch.workspace())
  }

  @Test func `the record says what was found out about the interface`() throws {
    try scratch.makeChain()
    try scratch.change("Menu", "fix: salt")
    try scratch.release(comparing: FakeInterfaces(levels: ["Menu": .additive]))
    let record = try #require(try scratch.log(of: "Menu").releases.last)
    #expect(record.version == SemanticVersion(1, 1, 0))
    #expect(
      record.interface
        == ReleaseInterface(.additive, since: SemanticVersion(1, 0, 0), rules: Rule.setVersion)
    )
  }

  @Test func `undo takes back all releases of a commit, or says which there are`() throws {
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    let before = try scratch.git("rev-parse", "HEAD")
    try scratch.release()
    #expect(
      throws: OperationError(
        .notLastRelease,
        "the commit of 'Menu' 2.0.0 also released 'Kitchen' 2.0.0, 'Table' 2.0.0",
        help: "remove all of them with 'registry undo Menu --together'"
      )
    ) { try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace()) }
    let result = try UndoRelease(component: "Menu", takesOthers: true, context: .test())
      .run(in: scratch.workspace())
    #expect(result.others.map(\.component.text) == ["Kitchen", "Table"])
    #expect(try scratch.git("rev-parse", "HEAD") == before)
    #expect(try scratch.git("tag").split(separator: "\n").count == 3)
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `release refuses a selection that cannot be released`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.writePackage("Kitchen", dependsOn: ["../../Local"])
    try scratch.commitAll()
    let before = try scratch.everything()
    for selection in ["Kitchen", "Kitchen=1.0.0"] {
      #expect(code { try scratch.release(selection) } == "dependency-no-component")
    }
    #expect(try scratch.everything() == before)
    #expect(try scratch.release().releases.map(\.component.text) == ["Menu"])
  }

  @Test func `a release that stands is no refusal, whatever came after it`() throws {
    let scratch = Scratch.current
    try scratch.makeChain()
    try scratch.change("Menu", "feat: soup")
    try scratch.bump("Menu", "1.1.0-beta.0")
    let before = try scratch.everything()
    #expect(try scratch.release("Kitchen=1.0.0").plan == nil)
    #expect(try scratch.everything() == before)
  }
}

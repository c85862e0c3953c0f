import Base
import Model
import Releases
import Reports
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct GroupTests {
  var scratch: Scratch { .current }

  func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing was refused"
    } catch {
      return "\(OperationError(error))"
    }
  }

  @Test func `a release of one component of a fixed group is a release of all`() throws {
    try scratch.makeGroupedChain()
    try scratch.change("Kitchen", "feat: a stove")
    let words = ["Menu 1.0.0 → 1.1.0", "Kitchen 1.0.0 → 1.1.0", "Table 1.0.0 → 1.1.0"]
    #expect(try scratch.plan().words == words)
    #expect(try scratch.plan("Table").words == words)
    #expect(try scratch.plan("shop").words == words)
    let plan = try scratch.plan()
    #expect(plan.releases.map(\.group?.text) == ["shop", "shop", "shop"])
    #expect(plan.releases[0].reasons == [.group(try GroupName("shop"))])
    let result = try scratch.release()
    #expect(result.releases.map(\.tag) == ["Menu/1.1.0", "Kitchen/1.1.0", "Table/1.1.0"])
    #expect(try scratch.plan().releases.isEmpty)
    #expect(
      try Status().run(in: scratch.workspace()).map(\.state)
        == Array(repeating: .unchanged, count: 3)
    )
    #expect(try Verify().run(in: scratch.workspace()).isSound)
    let changelog = try scratch.read("CHANGELOG.md")
    #expect(changelog.contains("Released with the group shop; it has no changes of its own."))
  }

  @Test func `release within a fixed group makes each require at least the common version`() throws
  {
    try scratch.makeGroupedChain()
    try scratch.change("Menu", "fix: salt")
    try scratch.release()
    for (name, dependency) in [("Kitchen", "Menu"), ("Table", "Kitchen")] {
      let requires = try #require(try scratch.log(of: name).currentRelease?.requires)
      #expect(requires == [try ComponentName(dependency): .from(try SemanticVersion("1.0.1"))])
    }
  }

  @Test(
    arguments: [
      (["fix: a", "fix: b", "fix: c"], "2.3.2"),
      (["feat: a", "fix: b", "fix: c"], "2.4.0"),
      (["fix: a", "fix!: b", "fix: c"], "3.0.0"),
    ]
  )
  func `the greatest release and the greatest change of a group decide`(
    _ messages: [String],
    _ version: String
  ) throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Table"])
    for (name, version) in [("Kitchen", "0.4.0"), ("Menu", "2.3.1"), ("Table", "1.9.9")] {
      try scratch.bump(name, version)
    }
    try scratch.addGroups(
      #""shop": { "components": ["Kitchen", "Menu", "Table"], "kind": "fixed" }"#
    )
    for (name, message) in zip(["Kitchen", "Menu", "Table"], messages) {
      try scratch.change(name, message)
    }
    #expect(Set(try scratch.plan().releases.map(\.version.description)) == [version])
    try scratch.release()
    #expect(try scratch.versions(of: "Kitchen") == ["0.4.0", version])
  }

  @Test func `a jump to the version of the group asks for no more than the changes do`() throws {
    try scratch.makeChain(isReleased: false)
    for (name, version) in [("Menu", "1.0.0"), ("Kitchen", "3.0.0"), ("Table", "1.0.0")] {
      try scratch.bump(name, version)
    }
    try scratch.addGroups(#""shop": { "components": ["*"], "kind": "fixed" }"#)
    try scratch.change("Menu", "fix: salt")
    #expect(
      try scratch.plan().words == [
        "Menu 1.0.0 → 3.0.1", "Kitchen 3.0.0 → 3.0.1", "Table 1.0.0 → 3.0.1",
      ]
    )
  }

  @Test func `a group that was never released starts at one version`() throws {
    try scratch.makeGroupedChain(isReleased: false)
    #expect(try scratch.plan().words == ["Menu 1.0.0", "Kitchen 1.0.0", "Table 1.0.0"])
    try scratch.release("shop=0.3.0")
    try scratch.change("Table", "feat!: no salt")
    #expect(Set(try scratch.plan().releases.map(\.version.description)) == ["0.4.0"])
  }

  @Test func `the group's habit gives pre-releases without numbers`() throws {
    try scratch.makeGroupedChain(isReleased: false, prerelease: "preview")
    #expect(Set(try scratch.plan().releases.map(\.version.description)) == ["1.0.0-preview"])
    try scratch.release("shop=0.1.0-preview")
    for (message, version) in [
      ("fix: salt", "0.1.1-preview"), ("feat!: no salt", "0.2.0-preview"),
    ] {
      try scratch.change("Table", message)
      #expect(Set(try scratch.plan().releases.map(\.version.description)) == [version])
      try scratch.release()
      #expect(try scratch.log(of: "Menu").currentRelease?.version.description == version)
    }
    try scratch.release("shop=0.2.0")
    #expect(try scratch.versions(of: "Kitchen").last == "0.2.0")
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test func `a named version is for all of a fixed group, changed or not`() throws {
    try scratch.makeGroupedChain()
    try scratch.change("Table", "fix: legs")
    for selection in ["shop=1.2.0", "Menu=1.2.0", "M*=1.2.0"] {
      let plan = try scratch.plan(selection)
      #expect(
        plan.words == ["Menu 1.0.0 → 1.2.0", "Kitchen 1.0.0 → 1.2.0", "Table 1.0.0 → 1.2.0"]
      )
      #expect(plan.releases.allSatisfy { $0.isAsked })
    }
    try scratch.release("shop=1.2.0")
    // Asked once more, as after a crash.
    #expect(try scratch.release("shop=1.2.0").plan == nil)
  }

  @Test func `versions that a group cannot get are refused`() throws {
    try scratch.makeChain(isReleased: false)
    for (name, version) in [("Menu", "1.0.0"), ("Kitchen", "1.4.0"), ("Table", "1.0.0")] {
      try scratch.bump(name, version)
    }
    try scratch.addGroups(#""shop": { "components": ["*"], "kind": "fixed" }"#)
    try scratch.change("Menu")
    #expect(
      refusal { try scratch.release("shop=1.2.0") }
        == "group 'shop': '1.2.0' is not greater than '1.4.0', the last release of 'Kitchen'\n"
        + "help: try 'shop=1.4.1'"
    )
    #expect(
      refusal { try scratch.release("shop=1.5.0", "Menu=1.6.0") }
        == "the group 'shop' is to be '1.5.0' and '1.6.0', expected one version"
    )
    try scratch.release("shop=1.5.0")
    #expect(try scratch.release("shop=1.5.0").plan == nil)
  }

  @Test func `a component of a fixed group is not released alone`() throws {
    try scratch.makeGroupedChain()
    try scratch.change("Menu")
    #expect(
      refusal { try scratch.bump("Menu", "1.1.0") }
        == "component 'Menu': it is in the fixed group 'shop', whose 3 components are released "
        + "together\nhelp: release the group: 'registry release shop=1.1.0'"
    )
    #expect(
      refusal {
        _ = try MakeReleases(component: "Menu", version: .lowestAllowed, context: .test())
          .run(in: scratch.workspace())
      }
        == "component 'Menu': it is in the fixed group 'shop', whose 3 components are released "
        + "together\nhelp: release the group: 'registry release shop'"
    )
    #expect(
      refusal { try scratch.bump("shop", "1.1.0") }
        == "'shop' is a group, expected one component\nhelp: its components: Kitchen, Menu, Table"
    )
  }

  @Test func `a plan holds a fixed group if one of it cannot be released`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Oven", "Table"])
    for name in ["Kitchen", "Menu", "Oven", "Table"] { try scratch.bump(name, "1.0.0") }
    try scratch.addGroups(#""shop": { "components": ["Kitchen", "M*"], "kind": "fixed" }"#)
    for name in ["Kitchen", "Menu", "Oven"] { try scratch.change(name) }
    try scratch.write("// not committed\n", to: "Components/Menu/Sources/Menu/More.swift")
    let plan = try scratch.plan()
    #expect(plan.words == ["Oven 1.0.0 → 1.0.1"])
    #expect(plan.held.map(\.name.text) == ["Kitchen", "Menu"])
    #expect(
      plan.held[0].refusal.description
        == "its fixed group 'shop' is released together, and 'Menu' cannot be released\n"
        + "help: fix what prevents the release of 'Menu'"
    )
    #expect(code { try scratch.release("shop") } == "not-released")
    #expect(code { try scratch.release("shop=2.0.0") } == "uncommitted-changes")
    #expect(try scratch.release().releases.map(\.tag) == ["Oven/1.0.1"])
  }

  @Test func `a component without changes that cannot be released holds its group, too`() throws {
    try scratch.makeGroupedChain()
    try scratch.change("Table")
    try scratch.write("// not committed\n", to: "Components/Menu/Sources/Menu/More.swift")
    let plan = try scratch.plan()
    #expect(plan.words == [])
    #expect(plan.held.map(\.name.text) == ["Menu", "Table"])
  }
}

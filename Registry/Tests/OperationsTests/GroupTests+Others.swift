import Model
import Releases
import Reports
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Groups beside what depends on them, and what tells of them.
extension GroupTests {
  @Test func `dependents of a group follow its version, with their own group`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Oven", "Salad", "Table"])
    try scratch.writePackage("Table", dependsOn: ["../Menu"])
    try scratch.commitAll()
    for name in ["Kitchen", "Menu", "Oven", "Salad", "Table"] { try scratch.bump(name, "1.0.0") }
    try scratch.addGroups(
      #""food": { "components": ["Menu", "Salad"], "kind": "fixed" }, "#
        + #""house": { "components": ["Oven", "Table"], "kind": "fixed" }"#
    )
    try scratch.change("Salad", "feat!: no oil")
    #expect(
      try scratch.plan().words == [
        "Menu 1.0.0 → 2.0.0", "Oven 1.0.0 → 2.0.0", "Salad 1.0.0 → 2.0.0", "Table 1.0.0 → 2.0.0",
      ]
    )
  }

  @Test func `a plan gives changed components of a linked group the greatest version`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Table"])
    for (name, version) in [("Kitchen", "1.0.0"), ("Menu", "1.2.0"), ("Table", "1.4.0")] {
      try scratch.bump(name, version)
    }
    try scratch.addGroups(#""shop": { "components": ["*"], "kind": "linked" }"#)
    try scratch.change("Kitchen", "feat: a stove")
    try scratch.change("Menu", "fix: salt")
    #expect(try scratch.plan().words == ["Kitchen 1.0.0 → 1.5.0", "Menu 1.2.0 → 1.5.0"])
    #expect(try scratch.plan("Menu").words == ["Menu 1.2.0 → 1.4.1"])
    #expect(
      try scratch.plan("shop=2.0.0").words == ["Kitchen 1.0.0 → 2.0.0", "Menu 1.2.0 → 2.0.0"]
    )
    #expect(
      try scratch.plan("Menu=2.0.0", all: true).words == [
        "Kitchen 1.0.0 → 2.0.0", "Menu 1.2.0 → 2.0.0",
      ]
    )
    try scratch.bump("Menu", "1.2.1")
    #expect(try scratch.plan().words == ["Kitchen 1.0.0 → 1.5.0"])
    #expect(code { try scratch.release("shop=0.9.0") } == "version-not-greater")
  }

  @Test func `a public API that breaks decides for the group`() throws {
    try scratch.makeGroupedChain()
    try scratch.change("Kitchen", "fix: stove")
    let plan = try scratch.plan(comparing: FakeInterfaces(levels: ["Kitchen": .breaking]))
    #expect(Set(plan.releases.map(\.version.description)) == ["2.0.0"])
    #expect(
      code {
        try scratch.release(
          "shop=1.1.0",
          comparing: FakeInterfaces(levels: ["Kitchen": .breaking])
        )
      } == "version-too-low"
    )
  }

  @Test func `verify notes the components of a fixed group that stand apart`() throws {
    try scratch.makeChain()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0-beta.0")
    try scratch.addGroups(#""shop": { "components": ["*"], "kind": "fixed" }"#)
    let verification = try Verify().run(in: scratch.workspace())
    #expect(verification.isSound)
    let note = try #require(verification.findings.first { $0.code.rawValue == "uneven-group" })
    #expect(
      note.message
        == "the fixed group 'shop' has different versions: 'Menu' is at 1.1.0-beta.0, 'Kitchen' at "
        + "1.0.0"
    )
    try scratch.release("shop=1.1.0")
    let after = try Verify().run(in: scratch.workspace())
    #expect(!after.findings.contains { $0.code.rawValue == "uneven-group" })
  }

  @Test func `log and status take groups`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Oven", "Table"])
    for name in ["Menu", "Oven", "Table"] { try scratch.bump(name, "1.0.0") }
    try scratch.addGroups(#""shop": { "components": ["Kitchen", "M*", "T*"], "kind": "fixed" }"#)
    let log = try Log(of: ["shop"], by: .version).run(in: scratch.workspace())
    #expect(log.map(\.component.text) == ["Menu", "Table"])
    #expect(
      try Log(of: ["O*"], by: .version).run(in: scratch.workspace()).map(\.component.text) == [
        "Oven"
      ]
    )
    let status = try Status(of: ["shop"]).run(in: scratch.workspace())
    #expect(status.map(\.name.text) == ["Kitchen", "Menu", "Table"])
    #expect(status.map(\.group?.text) == ["shop", "shop", "shop"])
  }
}

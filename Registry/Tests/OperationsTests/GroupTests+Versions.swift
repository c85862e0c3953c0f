import Base
import Model
import Releases
import Reports
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Versions of groups after baselines, withdrawals and accepted changes.
extension GroupTests {
  private func setBaselines(_ version: String) throws {
    let source = try scratch.git("rev-parse", "HEAD")
    let text = try scratch.read("Registry/manifest.json")
    try scratch.write(
      text.replacing(
        "\"path\":",
        with:
          "\"baseline\": { \"source\": \"\(source)\", \"version\": \"\(version)\" },\n      \"path\":"
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Set baselines")
  }

  private func yank(_ name: String, _ version: String) throws -> YankRelease.Result {
    try YankRelease(
      component: name,
      version: SemanticVersion(version),
      reason: "It burns.",
      context: .test()
    ).run(in: scratch.workspace())
  }

  @Test(arguments: [
    ("fixed", "fix: salt", ["Menu 0.5.1", "Kitchen 0.5.1", "Table 0.5.1"]),
    ("fixed", "feat!: no salt", ["Menu 0.6.0", "Kitchen 0.6.0", "Table 0.6.0"]),
    ("linked", "fix: salt", ["Menu 0.5.1"]),
  ])
  func `a group goes on from its baselines`(
    kind: String,
    message: String,
    expected: [String]
  ) throws {
    try scratch.makeChain(isReleased: false)
    try setBaselines("0.5.0")
    try scratch.addGroups(#""shop": { "components": ["Components/*"], "kind": "\#(kind)" }"#)
    try scratch.change("Menu", message)
    #expect(try scratch.plan().words == expected)
    #expect(code { try scratch.release("shop=0.4.0") } == "version-not-greater")
    try scratch.release()
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test func `the reason that holds a group is said, whatever depends on whom`() throws {
    try scratch.makeGroupedChain(isReleased: false)
    try scratch.write(
      MonorepoFiles.package("Table", dependsOn: ["../Kitchen", "../Cellar"]),
      to: "Components/Table/Package.swift"
    )
    try scratch.commitAll()
    let plan = try scratch.plan()
    #expect(plan.held.map(\.name.text) == ["Kitchen", "Menu", "Table"])
    for held in plan.held {
      let message = held.refusal.message
      #expect(
        held.name.text == "Table"
          ? message.contains("'Components/Cellar'")
          : message.contains("'Table' cannot be released"),
        "\(held.name): \(message)"
      )
    }
  }

  @Test func `a group gets the version that is asked for, whether anything changed or not`() throws
  {
    for version in ["1.0.1", "1.1.0", "2.0.0"] {
      if version == "1.0.1" { try scratch.makeGroupedChain() }
      try scratch.release("shop=\(version)")
      #expect(try scratch.versions(of: "Table").last == version)
    }
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test func `private components are in no group`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Tools"])
    try scratch.addGroups(#""shop": { "components": ["Components/*"], "kind": "fixed" }"#)
    let text = try scratch.read("Registry/manifest.json")
    try scratch.write(
      text.replacing(
        "\"path\": \"Components/Tools\"",
        with: "\"path\": \"Components/Tools\",\n      \"private\": true"
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    try scratch.release()
    #expect(try Verify().run(in: scratch.workspace()).findings.isEmpty)
    #expect(try scratch.plan("shop").held.isEmpty)
  }

  @Test func `messages after a withdrawal name the release that repairs a fixed group`() throws {
    try scratch.makeGroupedChain(isReleased: false)
    try scratch.release("shop=1.0.0")
    let advice =
      "fix the cause, commit that, and release it again: 'registry release shop=1.0.1'"
    #expect(try yank("Menu", "1.0.0").help == advice)
    let faults = try Verify().run(in: scratch.workspace()).findings.filter { $0.severity == .fault }
    #expect(faults.map(\.component?.text) == ["Kitchen", "Table"])
    #expect(faults.map(\.help) == [advice, advice])
    let plan = try scratch.plan()
    #expect(plan.held.map(\.name.text) == ["Menu"])
    #expect(
      plan.held.map(\.refusal.description) == [
        "component 'Menu': 'Kitchen' 1.0.0 and 1 more require releases of it that are withdrawn\n"
          + "help: \(advice)"
      ]
    )
    #expect(
      refusal { try scratch.bump("Menu", "1.0.1") }.hasSuffix("'registry release shop=1.0.1'")
    )
    try scratch.release("shop=1.0.1")
    #expect(try Verify().run(in: scratch.workspace()).isSound)
    #expect(try scratch.plan().held.isEmpty)
  }

  @Test func `a breakage of a component in a group is accepted for a reason`() throws {
    try scratch.makeGroupedChain()
    try scratch.change("Kitchen", "fix: stove")
    let interfaces = FakeInterfaces(levels: ["Kitchen": .breaking])
    #expect(
      refusal { try scratch.release("shop=1.1.0", comparing: interfaces) }.hasSuffix(
        "or accept the changes with '--accept-breaking Kitchen=REASON'"
      )
    )
    #expect(
      refusal {
        try scratch.bump(
          "Kitchen",
          "1.1.0",
          with: ScriptedToolchain(.breaking),
          accepted: "nobody cooks"
        )
      }.hasSuffix("'registry release shop=1.1.0 --accept-breaking \"Kitchen=nobody cooks\"'")
    )
    var planning = PlanReleases(comparing: interfaces)
    planning.accepting = [try AcceptedBreakage("Kitchen=nobody cooks")]
    // As the additions alone would have it.
    #expect(
      Set(try planning.run(in: scratch.workspace()).releases.map(\.version.description)) == [
        "1.1.0"
      ]
    )
    _ = try MakeReleases(
      planning,
      building: ScriptedToolchain(),
      verification: ReleaseVerification(.none),
      context: .test()
    ).run(in: scratch.workspace())
    let record = try #require(try scratch.log(of: "Kitchen").currentRelease?.interface)
    #expect(record.accepted == "nobody cooks")
    #expect(try scratch.log(of: "Menu").currentRelease?.interface?.accepted == nil)
    planning.accepting = [try AcceptedBreakage("Menu=nobody cooks")]
    #expect(code { _ = try planning.run(in: scratch.workspace()) } == "nothing-to-accept")
  }
}

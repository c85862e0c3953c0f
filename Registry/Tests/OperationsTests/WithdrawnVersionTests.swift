import Base
import Mirror
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What versions follow after one was released by mistake and withdrawn.
@Suite(.scratchRepository)
struct WithdrawnVersionTests {
  private let scratch = Scratch.current

  private func yank(_ name: String, _ version: String, at seconds: Int64 = 1_763_715_600) throws {
    _ = try YankRelease(
      component: name,
      version: SemanticVersion(version),
      reason: "mistyped",
      context: .test(at: seconds)
    ).run(in: scratch.workspace())
  }

  private func step(_ increment: VersionIncrement) throws -> ReleasePlan {
    try MakeReleases(component: "Menu", version: .step(increment), context: .test())
      .run(in: scratch.workspace())
  }

  /// Menu at 1.0.0, then by mistake at 100.0.0, which is withdrawn.
  private func mistype() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", "feat: salad")
    try scratch.bump("Menu", "100.0.0")
    try yank("Menu", "100.0.0")
  }

  @Test(arguments: [
    (VersionIncrement.patch, "1.0.1"), (.minor, "1.1.0"), (.major, "2.0.0"),
  ])
  func `the line goes on from the release before`(
    increment: VersionIncrement,
    expected: String
  ) throws {
    try mistype()
    #expect(
      try scratch.manifest().component(named: "Menu").component.version?.description == "1.0.0"
    )
    let result = try step(increment)
    #expect(result.release.version.description == expected)
    #expect(result.release.previous?.version.description == "1.0.0")
    let version = try scratch.manifest().component(named: "Menu").component.version
    #expect(version?.description == expected)
    #expect(try scratch.read("CHANGELOG.md").contains("### Menu \(expected) - 2025-11-21\n"))
    #expect(try Verify().run(in: scratch.workspace()).isSound)
    let status = try Status(of: ["Menu"]).run(in: scratch.workspace())
    #expect(status.map(\.latest?.description) == [expected])
  }

  @Test func `the version itself stays taken`() throws {
    try mistype()
    #expect(code { try scratch.bump("Menu", "100.0.0") } == "version-taken")
    try scratch.change("Menu")
    #expect(code { try scratch.bump("Menu", "100.0.0") } == "version-taken")
    try scratch.bump("Menu", "99.0.0")
    try scratch.change("Menu")
    #expect(try step(.major).release.version.description == "101.0.0")
  }

  @Test func `an increment passes over withdrawn versions`() throws {
    try scratch.makeMonorepo(["Menu"])
    for version in ["1.0.0", "1.0.1", "1.1.0"] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version)
    }
    for version in ["1.0.1", "1.1.0"] { try yank("Menu", version) }
    try scratch.change("Menu", "feat: salad")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.1.1"])
    try scratch.change("Menu", "fix: salt", "salt")
    #expect(try step(.minor).release.version.description == "1.2.0")
    try yank("Menu", "1.2.0")
    #expect(try step(.patch).release.version.description == "1.0.2")
  }

  @Test func `a plan does not release withdrawn files again`() throws {
    try mistype()
    let plan = try scratch.plan()
    #expect(plan.words == [])
    #expect(plan.withdrawn.map(\.component.text) == ["Menu"])
    #expect(plan.withdrawn.map(\.version.description) == ["100.0.0"])
    #expect(plan.withdrawn.map(\.command) == ["registry bump Menu"])
    try scratch.change("Menu", "fix: salt")
    #expect(try scratch.plan().words == ["Menu 1.0.0 → 1.1.0"])
    #expect(try scratch.plan().withdrawn.isEmpty)
  }

  @Test func `a release is compared with the one that is not withdrawn`() throws {
    try mistype()
    try scratch.change("Menu")
    let toolchain = ScriptedToolchain()
    let result = try scratch.bump("Menu", nil, with: toolchain)
    #expect(result.release.version.description == "1.0.1")
    let old = try #require(toolchain.asked.comparisons.first?.old)
    #expect(try scratch.versions(of: old) == ["Menu": "1.0.0"])
  }

  @Test func `bump accepts any other version if all releases are withdrawn`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "100.0.0")
    try yank("Menu", "100.0.0")
    #expect(try scratch.bump("Menu", "1.0.0").release.record.version.description == "1.0.0")
  }

  /// Menu at 100.0.0 alone, withdrawn, with a change since.
  private func mistypeFirst() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "100.0.0")
    try yank("Menu", "100.0.0")
    try scratch.change("Menu", "feat: salad")
  }

  @Test(arguments: [
    (VersionIncrement.patch, "0.0.1"), (.minor, "0.1.0"), (.major, "1.0.0"),
  ])
  func `an increment starts as for a first release if all releases are withdrawn`(
    increment: VersionIncrement,
    expected: String
  ) throws {
    try mistypeFirst()
    let result = try step(increment)
    #expect(result.release.version.description == expected)
    #expect(result.release.previous == nil)
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test func `a plan starts as for a first release if all releases are withdrawn`() throws {
    try mistypeFirst()
    let plan = try scratch.plan()
    #expect(plan.words == ["Menu 1.0.0"])
    #expect(plan.releases.map(\.reasons) == [[.first(isWithdrawn: true)]])
    let toolchain = ScriptedToolchain()
    let result = try scratch.bump("Menu", nil, with: toolchain)
    #expect(result.release.version.description == "1.0.0")
    #expect(toolchain.asked.comparisons.map(\.old) == [nil])
  }

  @Test func `a withdrawn version is passed over where no other is left`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try yank("Menu", "1.0.0")
    #expect(try scratch.plan().words == [])
    #expect(try scratch.plan().withdrawn.map(\.command) == ["registry bump Menu"])
    try scratch.change("Menu", "feat: salad")
    #expect(try scratch.plan().words == ["Menu 1.0.1"])
    let result = try scratch.bump("Menu", nil, with: ScriptedToolchain())
    #expect(result.release.version.description == "1.0.1")
  }

  @Test func `versions continue from the baseline if all releases are withdrawn`() throws {
    try scratch.makeMonorepo(["Menu"])
    let manifest = try scratch.read("Registry/manifest.json")
    let source = try scratch.git("rev-parse", "HEAD")
    try scratch.write(
      manifest.replacing(
        "\"path\":",
        with:
          "\"baseline\": { \"source\": \"\(source)\", \"version\": \"2.3.0\" },\n      \"path\":"
      ),
      to: "Registry/manifest.json"
    )
    try scratch.change("Menu", "feat: salad")
    try scratch.bump("Menu", "100.0.0")
    try yank("Menu", "100.0.0")
    #expect(try scratch.plan().words == [])
    #expect(try scratch.plan().withdrawn.map(\.version.description) == ["100.0.0"])
    let status = try Status(of: ["Menu"]).run(in: scratch.workspace())
    #expect(status.map(\.state) == [.unchanged])
    try scratch.change("Menu", "fix: salt")
    let words = try scratch.plan().words
    #expect(words == ["Menu 2.4.0"])
    let reasons = try scratch.plan().releases.flatMap(\.reasons)
    #expect(reasons.contains(.baseline(SemanticVersion(2, 3, 0), isFirst: true)))
    let result = try step(.minor)
    #expect(result.release.version.description == "2.4.0")
  }

  @Test(arguments: ["fixed", "linked"])
  func `a group starts as for a first release if all its releases are withdrawn`(
    kind: String
  ) throws {
    try scratch.makeMonorepo(["Drinks", "Menu"])
    try scratch.addGroups(#""shop": { "components": ["*"], "kind": "\#(kind)" }"#)
    try scratch.release("shop=100.0.0")
    for name in ["Drinks", "Menu"] { try yank(name, "100.0.0") }
    #expect(try scratch.plan().words == [])
    let commands =
      kind == "fixed"
      ? Array(repeating: "registry release shop=1.0.0", count: 2)
      : ["registry bump Drinks", "registry bump Menu"]
    #expect(try scratch.plan().withdrawn.map(\.command) == commands)
    for name in ["Drinks", "Menu"] { try scratch.change(name, "feat: salad") }
    #expect(try scratch.plan().words == ["Drinks 1.0.0", "Menu 1.0.0"])
  }

  @Test func `a group accepts any other version if all its releases are withdrawn`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.addGroups(#""shop": { "components": ["*"], "kind": "fixed" }"#)
    try scratch.release("shop=100.0.0")
    try yank("Menu", "100.0.0")
    try scratch.release("shop=1.0.0")
    #expect(try scratch.log(of: "Menu").greatestAvailable?.version.description == "1.0.0")
    #expect(try Verify().run(in: scratch.workspace()).isSound)
  }

  @Test func `a mirror's branch goes on from the withdrawn release`() throws {
    try scratch.makeMonorepo(["Menu"])
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("\n  \"layers\"", with: "\n  \"history\": \"full\",\n  \"layers\""),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    let folder = scratch.folder + "/mirror"
    func mirror() throws {
      _ = try MirrorReleases(
        ["Menu"],
        to: MirrorTarget(folder),
        options: MirrorReleases.Options(base: "https://git.example.com"),
        context: .test()
      ).run(in: scratch.workspace())
    }
    for (version, seconds) in [("1.0.0", 100), ("100.0.0", 200)] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version, context: .test(at: 1_763_715_600 + Int64(seconds)))
    }
    try mirror()
    try yank("Menu", "100.0.0", at: 1_763_715_900)
    for (version, seconds) in [("1.0.1", 400), ("1.0.2", 500)] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version, context: .test(at: 1_763_715_600 + Int64(seconds)))
      try mirror()
    }
    let git = ["--git-dir", "\(folder)/Menu.git"]
    #expect(
      try scratch.git(git + ["rev-parse", "main"]) == scratch.git(git + ["rev-parse", "1.0.2^0"])
    )
    let releases = try scratch.git(git + ["rev-list", "--first-parent", "main"])
      .split(separator: "\n").prefix(4).map(String.init)
    #expect(
      try releases
        == ["refs/tags/1.0.2", "refs/tags/1.0.1", "refs/yanked/100.0.0", "refs/tags/1.0.0"]
        .map { try scratch.git(git + ["rev-parse", "\($0)^{commit}"]) }
    )
  }
}

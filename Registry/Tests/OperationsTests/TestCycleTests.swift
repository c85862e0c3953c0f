import Base
import Content
import Git
import ManifestEditor
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Components whose tests need others that need them in turn: a cycle of packages, and not of targets.
@Suite(.scratchRepository)
struct TestCycleTests {
  let scratch = Scratch.current

  private func write(
    _ name: String,
    needs used: [String] = [],
    tests tested: [String] = [],
    release: String = ""
  ) throws {
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(name)",
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [
      \((used + tested).map { "    .package(path: \"../\($0)\"),\n" }.joined())  ],
        targets: [
          .target(name: "\(name)", dependencies: [\(used.map { "\"\($0)\"" }.joined(separator: ", "))]),
          .testTarget(name: "\(name)Tests", dependencies: [\(tested.map { "\"\($0)\"" }.joined(separator: ", "))]),
        ]
      )

      """,
      to: "Components/\(name)/Package.swift"
    )
    try scratch.write("// MIT\n", to: "Components/\(name)/LICENSE")
  }

  /// The tests of `Base` need `Top`, which needs `Base`; those of `Side` and `Top` need each other.
  private func makeCycle() throws {
    try scratch.makeMonorepo(["Base", "Side", "Top"])
    try write("Base", tests: ["Top"])
    try write("Top", needs: ["Base"], tests: ["Side"])
    try write("Side", tests: ["Top"])
    try scratch.commitAll("Test with each other")
  }

  private func requirements(_ names: String...) throws -> [[String]] {
    try names.map { name in
      try #require(scratch.log(of: name).releases.last).requires.keys.map(\.text).sorted()
    }
  }

  private func manifest(of name: String) throws -> String {
    let release = try #require(try scratch.log(of: name).releases.last)
    let published = try PublishedRelease(component: try ComponentName(name), release: release)
    let text = try published.manifests(from: scratch.workspace().repository).values.first
    return String(decoding: try #require(text), as: UTF8.self)
  }

  @Test func `a cycle through tests alone is released without these tests`() throws {
    try makeCycle()
    let findings = try Lint(secondsSince1970: 0).run(in: scratch.workspace()).findings
    #expect(findings == [])
    let edges = try ReadGraph().run(in: scratch.workspace()).graph.edges
    #expect(edges.allSatisfy { $0.violation == nil })
    #expect(
      edges.filter(\.isForTests).map { "\($0.from) \($0.to)" } == [
        "Base Top", "Side Top", "Top Side",
      ]
    )
    let plan = try scratch.plan()
    #expect(plan.releases.map(\.component.text) == ["Base", "Side", "Top"])
    #expect(plan.held.isEmpty)
    try scratch.release()
    #expect(try requirements("Base", "Side", "Top") == [[], [], ["Base"]])
    #expect(
      try manifest(of: "Top") == """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Top",
          products: [.library(name: "Top", targets: ["Top"])],
          dependencies: [
            .package(id: "cookr.Base", from: "1.0.0"),
          ],
          targets: [
            .target(name: "Top", dependencies: [.product(name: "Base", package: "cookr.Base")]),
          ]
        )

        """
    )
    #expect(try Verify().run(in: scratch.workspace()).findings == [])
    #expect(try scratch.plan().releases.isEmpty)
  }

  @Test func `bump releases one component of a cycle though what its tests need is unreleased`()
    throws
  {
    try makeCycle()
    try scratch.bump("Base", "1.0.0")
    try scratch.bump("Top", "1.0.0")
    #expect(try requirements("Base", "Top") == [[], ["Base"]])
    #expect(try !manifest(of: "Base").contains("Top"))
  }

  @Test func `an internal release has the edits for builds without these tests`() throws {
    try makeCycle()
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("\"schema\"", with: "\"release\": \"internal\", \"schema\""),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Release for ourselves")
    let release = try scratch.bump("Base", "1.0.0").release.record
    #expect(release.isInternal)
    #expect(release.edits.values.joined().map(\.replacement) == ["", ""])
  }

  @Test func `tests that need another component without a cycle stay`() throws {
    try scratch.makeMonorepo(["Base", "Top"])
    try write("Base", tests: ["Top"])
    try scratch.commitAll("Test with another")
    #expect(code { try scratch.bump("Base", "1.0.0") } == "dependency-unreleased")
    try scratch.release()
    #expect(try requirements("Base", "Top") == [["Top"], []])
    #expect(try manifest(of: "Base").contains("BaseTests"))
  }

  @Test func `a cycle that a product is part of is refused`() throws {
    try scratch.makeMonorepo(["Base", "Top"])
    try write("Base", needs: ["Top"])
    try write("Top", needs: ["Base"])
    try scratch.commitAll("Need each other")
    let findings = try Lint(secondsSince1970: 0).run(in: scratch.workspace()).findings
    #expect(findings.map(\.rule) == ["dependency-cycle"])
    let held = try scratch.plan().held
    #expect(held.map(\.name.text) == ["Base", "Top"])
  }

  @Test func `a cycle that begins after a release stops none of them`() throws {
    try scratch.makeMonorepo(["Base", "Top"])
    try write("Base", tests: ["Top"])
    try scratch.commitAll("Test with another")
    try scratch.release()
    try write("Top", needs: ["Base"])
    try scratch.commitAll("Need the base")
    try scratch.bump("Top", "2.0.0")
    try scratch.change("Base")
    try scratch.bump("Base", "1.1.0")
    #expect(try requirements("Base", "Top") == [[], ["Base"]])
  }
}

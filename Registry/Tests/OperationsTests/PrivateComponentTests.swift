import Apps
import Base
import Content
import Git
import ManifestEditor
import Mirror
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Components that are never released, and releases of those whose tests need them.
@Suite(.scratchRepository)
struct PrivateComponentTests {
  let scratch = Scratch.current

  /// `Menu`, whose tests need `Helpers`, which needs `Menu` and is private.
  private func makeMonorepo(product: String = "", pins: String = "") throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.writePackage("Helpers", dependsOn: ["../Menu"])
    try writeMenu(product)
    try scratch.write("// tests\n", to: "Components/Menu/Tests/MenuTests/MenuTests.swift")
    try scratch.write(
      """
      {
        "components": {
          "Helpers": { "path": "Components/Helpers", "private": true },
          "Menu": { "path": "Components/Menu" }
        },
        "apps": { "app": { "path": "App", "pins": { \(pins) } } },
        "schema": 1,
        "scope": "cookr"
      }

      """,
      to: "Registry/manifest.json"
    )
    try scratch.write("// app\n", to: "App/App.swift")
    try scratch.commitAll("Add helpers of tests")
  }

  private func writeMenu(_ dependencies: String) throws {
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Menu",
        products: [.library(name: "Menu", targets: ["Menu"])],
        dependencies: [
          .package(path: "../Helpers")
        ],
        targets: [
          .target(name: "Menu", dependencies: [\(dependencies)]),
          .testTarget(name: "MenuTests", dependencies: ["Menu", "Helpers"]),
        ]
      )

      """,
      to: "Components/Menu/Package.swift"
    )
  }

  private func plan(_ names: String...) throws -> ReleasePlan {
    try PlanReleases(names.map { ReleaseSelection(name: $0) }).run(in: scratch.workspace())
  }

  @Test func `the published form leaves out tests that need private components`() throws {
    try makeMonorepo()
    let release = try scratch.bump("Menu", "1.0.0").release.record
    #expect(release.requires == [:])
    let manifest = try TreePath("Package.swift")
    #expect(release.edits[manifest]?.map(\.replacement) == ["", ""])
    let workspace = try scratch.workspace()
    let published = try PublishedRelease(component: try ComponentName("Menu"), release: release)
    let text = try published.manifests(from: workspace.repository).values.first
    #expect(
      String(decoding: try #require(text), as: UTF8.self) == """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Menu",
          products: [.library(name: "Menu", targets: ["Menu"])],
          dependencies: [
          ],
          targets: [
            .target(name: "Menu", dependencies: []),
          ]
        )

        """
    )
    // The files of the tests stay; no target builds them.
    let files = try ReleaseForm(of: release).listing(in: workspace.repository).items.map(\.path)
    #expect(files.map(\.string).contains("Tests/MenuTests/MenuTests.swift"))
    #expect(try Verify().run(in: workspace).findings == [])
  }

  @Test func `a mirror of what needs none but them needs no base`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let folder = scratch.folder + "/mirror"
    _ = try MirrorReleases(["Menu"], to: MirrorTarget(folder), context: .test())
      .run(in: scratch.workspace())
    let text = try scratch.git("--git-dir", "\(folder)/Menu.git", "show", "1.0.0:Package.swift")
    #expect(!text.contains("Helpers"))
  }

  @Test func `plan leaves out private components, and commands refuse them by name`() throws {
    try makeMonorepo()
    #expect(try plan().releases.map(\.component.text) == ["Menu"])
    #expect(try plan().held.isEmpty)
    #expect(try plan("*").releases.map(\.component.text) == ["Menu"])
    #expect(code { try scratch.bump("Helpers", "1.0.0") } == "private-component")
    #expect(code { _ = try plan("Helpers") } == "private-component")
    #expect(code { _ = try plan("H*") } == "private-component")
    #expect(code { try scratch.pin("Helpers", "1.0.0") } == "private-component")
    try scratch.bump("Menu", "1.0.0")
    let states = try Status().run(in: scratch.workspace()).map(\.state)
    #expect(states == [.isPrivate, .unchanged])
  }

  @Test func `a pin in the manifest is refused as well`() throws {
    try makeMonorepo(pins: #""Helpers": "1.0.0""#)
    let error = #expect(throws: OperationError.self) {
      _ = try PinStatus().run(in: scratch.workspace())
    }
    #expect(error?.code == .privateComponent)
  }

  @Test func `a change of them alone is no change of what is released`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Helpers")
    #expect(try plan().releases.isEmpty)
    #expect(code { try scratch.bump("Menu", "1.0.1") } == "nothing-changed")
  }

  @Test func `a product that needs one is refused with file and line, by lint and bump`() throws {
    try makeMonorepo(product: #""Helpers""#)
    let error = #expect(throws: OperationError.self) { try scratch.bump("Menu", "1.0.0") }
    #expect(error?.code == .privateComponent)
    #expect(error?.context?.hasSuffix("Components/Menu/Package.swift:11:42") == true)
    #expect(error?.help?.hasPrefix("remove \"private\"") == true)
    let findings = try Lint(secondsSince1970: 0).run(in: scratch.workspace()).findings
    let finding = try #require(findings.first { $0.severity == .error })
    #expect(findings.count { $0.severity == .error } == 1)
    #expect(finding.error.message == error?.message)
    #expect(finding.place.description == "Components/Menu/Package.swift:11:42")
  }

  @Test func `lint reports no faults of private components that only prevent a release`() throws {
    try makeMonorepo()
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Helpers",
        products: [.library(name: "Helpers", targets: ["Helpers"])],
        dependencies: [
          .package(path: "../Menu"), .package(url: "https://example.com/a", branch: "main"),
        ],
        targets: [.target(name: "Helpers")]
      )

      """,
      to: "Components/Helpers/Package.swift"
    )
    try scratch.commitAll("Follow a branch")
    let findings = try Lint(secondsSince1970: 0).run(in: scratch.workspace()).findings
    #expect(findings.map(\.rule) == ["no-licence"])
    try scratch.bump("Menu", "1.0.0")
  }

  @Test func `a pinned tree has them as the newest commit has them`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.pin("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.change("Helpers")
    let tree = try scratch.pinnedTree().tree
    let files = try scratch.files(of: tree)
    #expect(files["Components/Helpers/Sources/Helpers/Change.swift"] != nil)
    #expect(files["Components/Menu/Sources/Menu/Change.swift"] == nil)
    #expect(try scratch.git("show", "\(tree):Components/Menu/Package.swift").contains("../Helpers"))
  }
}

import Apps
import Base
import Content
import Git
import Mirror
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Releases for the apps of the repository alone.
@Suite(.scratchRepository)
struct InternalReleaseTests {
  let scratch = Scratch.current

  /// `Menu`, which no client could use, and `Kitchen`, which depends on it.
  private func makeMonorepo(_ release: String = #""release": "internal", "#, kitchen: String = "")
    throws
  {
    try scratch.writePackage("Menu")
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.write(
      """
      // swift-tools-version: 5.5
      import PackageDescription

      let package = Package(
        name: "Menu",
        products: [.library(name: "Menu", targets: ["Menu"])],
        dependencies: [.package(url: "https://example.com/salt.git", branch: "main")],
        targets: [.target(name: "Menu", swiftSettings: [.unsafeFlags(["-Ounchecked"])])]
      )

      """,
      to: "Components/Menu/Package.swift"
    )
    try write(release, kitchen: kitchen)
    try scratch.write("// app\n", to: "App/App.swift")
    try scratch.write("Do as you like.\n", to: "LICENSE")
    try scratch.git("config", "user.name", "Ada")
    try scratch.git("config", "user.email", "ada@example.com")
    try scratch.commitAll("Begin")
  }

  private func write(_ release: String, menu: String = "", kitchen: String = "") throws {
    try scratch.write(
      """
      {
        "components": {
          "Kitchen": { "path": "Components/Kitchen"\(kitchen) },
          "Menu": { "path": "Components/Menu"\(menu) }
        },
        \(release)"rootFiles": ["LICENSE"],
        "apps": { "app": { "path": "App", "pins": {} } },
        "schema": 1,
        "scope": "cookr"
      }

      """,
      to: "Registry/manifest.json"
    )
  }

  private func refusal(_ body: () throws -> Void) -> OperationError? {
    do {
      try body()
      return nil
    } catch {
      return error as? OperationError
    }
  }

  @Test func `rules for published packages do not bind them`() throws {
    try makeMonorepo()
    let menu = try scratch.bump("Menu", "1.0.0").release.record
    let kitchen = try scratch.bump("Kitchen", "1.0.0").release.record
    #expect(menu.isInternal && menu.adds == [:] && menu.edits == [:])
    #expect(kitchen.isInternal && kitchen.edits == [:])
    #expect(try kitchen.requires == [ComponentName("Menu"): .from(SemanticVersion(1, 0, 0))])
    #expect(try scratch.log(of: "Menu").text.hasPrefix(#"{"date":"#))
    let workspace = try scratch.workspace()
    #expect(try Verify().run(in: workspace).findings == [])
    #expect(try Status().run(in: workspace).map(\.state) == [.unchanged, .unchanged])
    let lint = try Lint(secondsSince1970: 1_800_000_000).run(in: workspace).findings
    #expect(lint.map(\.severity.rawValue).allSatisfy { $0 == "note" })
    #expect(
      Set(lint.map(\.rule)) == ["unsafe-flags", "unversioned-dependency"]
    )
    // The next one follows it.
    try scratch.change("Menu")
    #expect(try scratch.bump("Menu", "1.1.0").release.previous?.version == menu.version)
  }

  @Test func `a published component is bound by all rules`() throws {
    try makeMonorepo("")
    #expect(
      refusal { try scratch.bump("Menu", "1.0.0") }?.code.rawValue == "unversioned-dependency"
    )
    let lint = try Lint(secondsSince1970: 1_800_000_000).run(in: scratch.workspace()).findings
    #expect(lint.map(\.severity.rawValue) == ["error", "error"])
  }

  @Test func `internal releases are pinned and checked out like all others`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Menu")
    try scratch.pin("Kitchen", "1.0.0")
    let pinned = try scratch.sync().pinned
    #expect(pinned.releases.values.map(\.version.description) == ["1.0.0", "1.0.0"])
    let text = try scratch.git("ls-tree", "-r", "--name-only", pinned.tree.hex)
    #expect(!text.contains("Change.swift") && text.contains("Components/Menu/Package.swift"))
  }

  @Test func `archive and mirror refuse internal releases with words that say what to do`() throws {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let archive = refusal {
      _ = try WriteArchive(component: "Menu", version: SemanticVersion("1.0.0"))
        .run(in: scratch.workspace()) { _ in }
    }
    #expect(
      archive?.message
        == "'Menu' 1.0.0 is an internal release, which has no archive and is not published"
    )
    #expect(
      archive?.help
        == "make it public with 'registry set Menu.release public', then release it again"
    )
    for names in [[], ["Menu"]] {
      let mirror = refusal {
        _ = try MirrorReleases(
          names,
          to: MirrorTarget(scratch.folder + "/mirror"),
          context: .test()
        )
        .run(in: scratch.workspace())
      }
      #expect(mirror?.code == .internalComponent)
      #expect(mirror?.help?.contains(".release public', then release it again") == true)
    }
  }

  @Test func `a published component cannot depend on one`() throws {
    try makeMonorepo(kitchen: #", "release": "public""#)
    try scratch.bump("Menu", "1.0.0")
    let error = refusal { try scratch.bump("Kitchen", "1.0.0") }
    #expect(error?.code == .internalComponent)
    #expect(error?.message == "'Kitchen' is published, and depends on 'Menu', which is internal")
    #expect(error?.context?.contains("Components/Kitchen/Package.swift:") == true)
    let lint = try Lint(secondsSince1970: 1_800_000_000).run(in: scratch.workspace()).findings
    let found = lint.filter { $0.severity == .error }
    #expect(found.map(\.rule) == ["internal-component"])
    #expect(found.first?.place.file.string == "Components/Kitchen/Package.swift")
  }

  @Test func `the first published release may have the same files, and follows the last one`()
    throws
  {
    try makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    try write("")
    try scratch.commitAll("Publish all")
    #expect(
      refusal { try scratch.bump("Menu", "1.0.1") }?.code.rawValue == "unversioned-dependency"
    )
    try scratch.write(MonorepoFiles.package("Menu"), to: "Components/Menu/Package.swift")
    try scratch.commitAll("Depend on nothing")
    let early = refusal { try scratch.bump("Kitchen", "1.0.1") }
    #expect(early?.code == .dependencyUnreleased)
    #expect(try scratch.bump("Menu", "1.0.1").release.record.checksum != "")
    // Kitchen has not changed since its internal release.
    let plan = try scratch.release().releases
    #expect(plan.map { "\($0.component) \($0.version)" } == ["Kitchen 1.0.1"])
    let folder = scratch.folder + "/mirror"
    _ = try MirrorReleases(
      to: MirrorTarget(folder),
      options: MirrorReleases.Options(base: "https://git.example.com"),
      context: .test()
    ).run(in: scratch.workspace())
    for name in ["Menu", "Kitchen"] {
      #expect(try scratch.git("--git-dir", "\(folder)/\(name).git", "tag") == "1.0.1")
    }
    let findings = try Verify().run(in: scratch.workspace()).findings
    #expect(findings.filter { $0.severity == .fault } == [])
  }

  @Test func `a release that others made is not taken for one`() throws {
    try makeMonorepo()
    let error = refusal {
      _ = try RecordUpload(
        component: ComponentName("Menu"),
        version: SemanticVersion("1.0.0"),
        files: [],
        publisher: "Ada",
        context: .test()
      ).run(in: scratch.workspace())
    }
    #expect(error?.code == .internalComponent)
  }
}

import Base
import Foundation
import HTTPTypes
import Model
import Releases
import ScratchCertificates
import ScratchMonorepos
import ScratchRepositories
import Site
import Testing
import Versions

/// What a page says of one release, beside the list of all.
@Suite(.scratchRepository)
struct ReleasePageTests {
  let scratch = Scratch.current

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "Menu",
      platforms: [.macOS(.v15), .iOS("17.4")],
      products: [
        .library(name: "Menu", targets: ["Menu"]),
        .executable(name: "menu-tool", targets: ["MenuTool"]),
      ],
      dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0")
      ],
      targets: [
        .target(name: "Menu"),
        .executableTarget(name: "MenuTool", dependencies: ["Menu"]),
      ]
    )

    """

  private func release(
    readme: String? = nil,
    licence: String? = nil,
    repositories: String? = nil
  ) throws {
    try scratch.makeMonorepo()
    try scratch.write(Self.manifest, to: "Components/Menu/Package.swift")
    try scratch.write("print(1)\n", to: "Components/Menu/Sources/MenuTool/main.swift")
    if let readme { try scratch.write(readme, to: "Components/Menu/README.md") }
    if let licence { try scratch.write(licence, to: "Components/Menu/LICENSE") }
    if let repositories {
      let file = "Registry/manifest.json"
      let added = "\"repositories\": \"\(repositories)\",\n  \"schema\""
      try scratch.write(scratch.read(file).replacing("\"schema\"", with: added), to: file)
    }
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
  }

  private func page(_ uri: String = "/cookr/Menu", _ served: Served? = nil) async throws -> String {
    try await (served ?? Served()).answer(uri, headers: PageTests.browser).text
  }

  /// The part of a page with this heading.
  private func section(_ id: String, of page: String) throws -> String {
    let start = try #require(page.firstRange(of: "aria-labelledby=\"\(id)\""))
    let rest = page[start.upperBound...]
    return String(rest[..<(try #require(rest.firstRange(of: "</section>"))).lowerBound])
  }

  @Test func `a README is shown, its files are where the repository is, and nothing is loaded`()
    async throws
  {
    let readme = """
      # Menu

      What is *cooked*. [![CI](https://ci.example/badge.svg)](https://ci.example)

      [guide](Docs/guide.md) [up](../x) ![plan](plan.png) [evil](javascript:alert(1))
      <script>alert(1)</script><img src=x onerror=alert(2)>

      | dish | price |
      |---|---|
      | soup | 3 |
      """
    try release(readme: readme, repositories: "https://github.com/example/{name}.git")
    let page = try await page()
    #expect(
      try section("readme", of: page) == """
        >
        <h2 id="readme">README</h2>
        <h3 id="readme-menu">
        Menu
        </h3>
        <p>What is <em>cooked</em>. <a href="https://ci.example">CI</a></p>
        <p><a href="https://github.com/example/Menu/blob/1.0.0/Docs/guide.md">guide</a> up \
        <a href="https://github.com/example/Menu/blob/1.0.0/plan.png">plan</a> evil</p>
        <div class="scroll" role="region" aria-label="Table" tabindex="0">
        <table>
        <thead>
        <tr>
        <th>dish</th>
        <th>price</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>soup</td>
        <td>3</td>
        </tr>
        </tbody>
        </table>
        </div>

        """
    )
    #expect(page.contains("<p class=\"lead\">What is cooked. CI</p>"))
    #expect(try await self.page("/").contains("<span class=\"about\">What is cooked. CI</span>"))
  }

  @Test func `the links of a README to files are text where no repository is known`() async throws {
    try release(readme: "A [guide](Docs/guide.md) and ![plan](plan.png).")
    #expect(try await page().contains("<p>A guide and plan.</p>"))
  }

  @Test func `a README that this clone does not have keeps no component from being listed`()
    async throws
  {
    try release(readme: "What is cooked.")
    let id = try scratch.git("rev-parse", "HEAD:Components/Menu/README.md")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let object = "\(scratch.path)/.git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    try FileManager.default.removeItem(atPath: object)
    let home = try await page("/")
    #expect(home.contains(#"<a class="name" href="/cookr/Menu">Menu</a>"#))
    #expect(!home.contains("class=\"about\""))
  }

  @Test func `a README that is missing, huge or not text is said to be so`() async throws {
    try release()
    #expect(try await page().contains("This release has no README."))
    let size = Readme.largest + 1024
    try scratch.write(String(repeating: "a", count: size), to: "Components/Menu/README.md")
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.1")
    #expect(
      try await page().contains(
        "&#39;README.md&#39; has 129 KiB, of which pages show 128 KiB at most"
      )
    )
    let file = "\(scratch.path)/Components/Menu/README.md"
    try Data([0x61, 0xFF, 0xFE]).write(to: URL(filePath: file))
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.2")
    #expect(try await page().contains("&#39;README.md&#39; is not text in UTF-8"))
  }

  @Test func `the facts of a release are those of its files and its record`() async throws {
    try release(
      licence: "MIT License\n\nPermission is hereby granted, free of charge, to any person",
      repositories: "https://github.com/example/{name}"
    )
    let page = try await page()
    let facts = try section("facts", of: page).replacing(/[0-9a-f]{64}/, with: "CHECKSUM")
      .replacing(/\d+ KiB/, with: "SIZE")
    let license = "https://github.com/example/Menu/blob/1.0.0/LICENSE"
    for (title, value) in [
      ("Released", "2025-11-21"),
      ("Licence", "<a href=\"\(license)\">MIT</a> <span class=\"muted\">LICENSE</span>"),
      (
        "Repository",
        "<a href=\"https://github.com/example/Menu\">https://github.com/example/Menu</a>"
      ),
      (
        "Archive",
        "<a href=\"/cookr/Menu/1.0.0.zip\">Menu-1.0.0.zip</a> <span class=\"muted\">SIZE</span>"
      ),
      ("SHA-256", "<code>CHECKSUM</code>"), ("Signature", "not signed"),
    ] {
      #expect(facts.contains("<dt>\(title)</dt>\n<dd>\(value)<br></dd>\n"), "\(title)")
    }
    #expect(
      try section("products", of: page).contains(
        """
        <li><strong>Menu</strong> <span class="chip">library</span> <span class="muted">Menu</span></li>
        <li><strong>menu-tool</strong> <span class="chip">executable</span> \
        <span class="muted">MenuTool</span></li>
        """
      )
    )
    #expect(
      try section("dependencies", of: page).contains(
        """
        <li><a href="https://github.com/apple/swift-log">swift-log</a> \
        <span class="muted">from 1.6.0</span></li>
        """
      )
    )
    #expect(
      page.contains(
        "swift package-registry set <span class=\"whole\">--scope</span> cookr http://localhost"
      )
    )
  }

  @Test func `a release works with the systems of each manifest, by the version of Swift`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.write(Self.manifest, to: "Components/Menu/Package.swift")
    try scratch.write("print(1)\n", to: "Components/Menu/Sources/MenuTool/main.swift")
    try scratch.write(
      Self.manifest.replacing("tools-version: 6.0", with: "tools-version: 5.9")
        .replacing(".macOS(.v15), .iOS(\"17.4\")", with: ".macOS(.v13)"),
      to: "Components/Menu/Package@swift-5.9.swift"
    )
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    let works = try await section("works", of: page())
    let rows = works.matches(of: /<tr>.*<\/tr>\n/).map { row in
      row.0.matches(of: />([^<>\n]+)</).map { String($0.1) }
    }
    #expect(
      rows == [
        ["Swift", "5.9 or later", "6.0 or later"], ["iOS", "any version", "17.4 or later"],
        ["macOS", "13 or later", "15 or later"], ["Other systems", "any version", "any version"],
      ]
    )
  }

  @Test func `the page of a signed release names the signer`() async throws {
    try scratch.makeMonorepo()
    try scratch.bumpSigned("Menu", "1.0.0", ScratchAuthority().signer())
    #expect(try await page().contains(/signed on \d{4}-\d\d-\d\d by CN=/))
  }

  @Test func `each release has a page, and programs get what they always got there`() async throws {
    try release(readme: "Cold soup.")
    try scratch.write("Hot soup.", to: "Components/Menu/README.md")
    try scratch.commitAll()
    try scratch.bump("Menu", "1.1.0")
    let served = try Served()
    let old = try await page("/cookr/Menu/1.0.0", served)
    #expect(old.contains("<p>Cold soup.</p>"))
    #expect(old.contains("This is not the newest release: <a href=\"/cookr/Menu/1.1.0\">1.1.0</a>"))
    #expect(old.contains(".package(id: &quot;cookr.Menu&quot;, from: &quot;1.0.0&quot;)"))
    let new = try await page("/cookr/Menu", served)
    #expect(new.contains("<p>Hot soup.</p>"))
    #expect(!new.contains("This is not the newest release"))
    let json = try await served.answer("/cookr/Menu/1.0.0")
    #expect(json["Content-Type"] == "application/json")
    #expect(json["Vary"] == "Accept")
    let zip = try await served.answer("/cookr/Menu/1.0.0.zip", headers: PageTests.browser)
    #expect(zip["Content-Type"] == "application/zip")
    let none = try await served.answer("/cookr/Menu/9.0.0", headers: PageTests.browser)
    #expect(none.status == 404)
    #expect(none.text.contains("&#39;Menu&#39; has no release &#39;9.0.0&#39;"))
  }

  @Test func `an export shows the same of the newest release`() async throws {
    try release(readme: "Hot soup.", licence: "Mozilla Public License Version 2.0")
    let folder = "\(scratch.path)-export"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try ExportRegistry(to: folder).run(in: scratch.workspace())
    let file = try String(contentsOfFile: "\(folder)/cookr/Menu/page.html", encoding: .utf8)
    let page = try await page()
    for id in ["readme", "works", "facts", "products", "dependencies"] {
      #expect(try section(id, of: file) == section(id, of: page), "\(id)")
    }
  }

  @Test func `an export has a page of each release, written once`() throws {
    let folder = "\(scratch.path)-export"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func export() throws -> [String] {
      var export = ExportRegistry(to: folder)
      export.listsChanges = true
      return try export.run(in: scratch.workspace()).changed
        .filter { $0.hasPrefix("cookr/Menu/") && $0.hasSuffix("/page.html") }
    }
    func page(_ version: String) throws -> String {
      try String(contentsOfFile: "\(folder)/cookr/Menu/\(version)/page.html", encoding: .utf8)
    }
    let places = { (versions: [String]) in
      versions.map { "cookr/Menu/\($0)/page.html" } + ["cookr/Menu/page.html"]
    }

    try release(readme: "Cold soup.")
    try scratch.write("Hot soup.", to: "Components/Menu/README.md")
    try scratch.commitAll()
    try scratch.bump("Menu", "1.1.0")
    #expect(try export() == places(["1.0.0", "1.1.0"]))
    #expect(try page("1.0.0").contains("<p>Cold soup.</p>"))
    #expect(try page("1.0.0").contains("releases of Menu"))
    #expect(try page("1.1.0").contains("<p>Hot soup.</p>"))
    #expect(try page("1.1.0").contains("1.0.0 to 1.1.0"))
    #expect(try page("1.1.0").contains("changed</span> <code>README.md</code>"))

    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    #expect(try export() == places(["1.2.0"]))
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.0.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    #expect(try export() == places(["1.0.0"]))
    #expect(try page("1.0.0").contains(": cold</p>"))
    #expect(try export() == [])
  }
}

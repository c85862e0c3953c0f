import Base
import Foundation
import HTTPTypes
import Model
import Releases
import Server
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct ReadingTests {
  let scratch = Scratch.current

  /// `Menu` at 1.0.0 and 1.1.0; `Kitchen`, which depends on it, at 1.0.0.
  private func makeReleases() throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
  }

  @Test func `a package is listed with its releases, the newest first`() async throws {
    try makeReleases()
    let answer = try await Served().answer("/cookr/Menu")
    #expect(answer.status == 200)
    #expect(
      answer.text == """
        {"releases":{"1.1.0":{"url":"http://localhost/cookr/Menu/1.1.0"},\
        "1.0.0":{"url":"http://localhost/cookr/Menu/1.0.0"}}}
        """
    )
    #expect(answer["Content-Type"] == "application/json")
    #expect(answer["Content-Version"] == "1")
    #expect(answer["Content-Length"] == "\(answer.bytes.count)")
    #expect(
      answer["Link"] == #"<http://localhost/cookr/Menu/1.1.0>; rel="latest-version""#
    )
  }

  @Test(arguments: ["availability", "docs", "graph", "health", "identifiers", "login", "rules"])
  func `a scope may have the name of a page`(scope: String) async throws {
    try makeReleases()
    let manifest = try scratch.read("Registry/manifest.json")
    let named = manifest.replacing(#""scope": "cookr""#, with: #""scope": "\#(scope)""#)
    try scratch.write(named, to: "Registry/manifest.json")
    try scratch.commitAll("Rename the scope")
    let served = try Served()
    for path in ["", "/1.1.0", "/1.1.0.zip", "/1.1.0/Package.swift", "/history.json", "/feed.atom"]
    {
      #expect(try await served.answer("/\(scope)/Menu\(path)").status == 200, "\(path)")
    }
    #expect(try await served.answer("/\(scope.uppercased())/menu").status == 200)
    #expect(try await served.answer("/graph").status == 200)
  }

  @Test func `a long list comes in pages that lead to each other`() async throws {
    try makeReleases()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    var options = RegistryService.Options()
    options.pageSize = 2
    let served = try Served(options: options)
    let first = try await served.answer("/cookr/Menu")
    let second = try await served.answer("/cookr/Menu?page=2")
    let url = "http://localhost/cookr/Menu"
    #expect(
      first.text == """
        {"releases":{"1.2.0":{"url":"\(url)/1.2.0"},"1.1.0":{"url":"\(url)/1.1.0"}}}
        """
    )
    #expect(second.text == #"{"releases":{"1.0.0":{"url":"\#(url)/1.0.0"}}}"#)
    let ends =
      #"<\#(url)/1.2.0>; rel="latest-version", <\#(url)?page=1>; rel="first", "#
      + #"<\#(url)?page=2>; rel="last", "#
    #expect(first["Link"] == ends + #"<\#(url)?page=2>; rel="next""#)
    #expect(second["Link"] == ends + #"<\#(url)?page=1>; rel="prev""#)
    #expect(try await served.answer("/cookr/Menu?page=3").status == 400)
  }

  @Test func `the case of an identity and a suffix make no difference`() async throws {
    try makeReleases()
    let served = try Served()
    let plain = try await served.answer("/cookr/Menu")
    for path in ["/COOKR/menu", "/cookr/Menu.json", "/cookr/MENU.json", "/cookr/%4Denu"] {
      #expect(try await served.answer(path).text == plain.text)
    }
    let release = try await served.answer("/cookr/menu/1.0.0.json")
    #expect(try await served.answer("/cookr/Menu/1.0.0").text == release.text)
  }

  @Test func `a release is described with what it requires`() async throws {
    try makeReleases()
    let release = try #require(try scratch.log(of: "Kitchen").releases.first)
    let answer = try await Served().answer("/cookr/Kitchen/1.0.0")
    #expect(
      answer.text == """
        {"id":"cookr.Kitchen","metadata":{"commit":"\(release.source)",\
        "requires":{"Menu":{"from":"1.0.0"}},"tree":"\(release.tree)"},\
        "publishedAt":"2025-11-21T09:00:00Z","resources":[{"checksum":\
        "\(release.checksum)","name":"source-archive","type":"application/zip"}],\
        "version":"1.0.0"}
        """
    )
  }

  @Test func `a release links to those before and behind it`() async throws {
    try makeReleases()
    let answer = try await Served().answer("/cookr/Menu/1.0.0")
    #expect(
      answer["Link"] == """
        <http://localhost/cookr/Menu/1.1.0>; rel="latest-version", \
        <http://localhost/cookr/Menu/1.1.0>; rel="successor-version"
        """
    )
  }

  @Test func `a withdrawn release is listed as a problem and still served`() async throws {
    try makeReleases()
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "It \"burns\".",
      context: .test()
    ).run(in: scratch.workspace())
    let served = try Served()
    let list = try await served.answer("/cookr/Menu")
    #expect(
      list.text == """
        {"releases":{"1.1.0":{"problem":{"detail":"withdrawn on 2025-11-21: It \\"burns\\".",\
        "status":410,"title":"Gone"},"url":"http://localhost/cookr/Menu/1.1.0"},\
        "1.0.0":{"url":"http://localhost/cookr/Menu/1.0.0"}}}
        """
    )
    #expect(list["Link"] == #"<http://localhost/cookr/Menu/1.0.0>; rel="latest-version""#)
    #expect(try await served.answer("/cookr/Menu/1.1.0").status == 200)
    #expect(try await served.answer("/cookr/Menu/1.1.0.zip").status == 200)
  }

  @Test func `a manifest is the published one and the same in the archive`() async throws {
    try makeReleases()
    let served = try Served()
    let manifest = try await served.answer("/cookr/Kitchen/1.0.0/Package.swift")
    #expect(manifest.text.contains(#".package(id: "cookr.Menu", from: "1.0.0")"#))
    #expect(manifest["Content-Type"] == "text/x-swift")
    #expect(manifest["Content-Disposition"] == #"attachment; filename="Package.swift""#)
    #expect(manifest["Link"] == nil)
    let archive = try await served.answer("/cookr/Kitchen/1.0.0.zip")
    #expect(archive.text.contains(manifest.text))
  }

  @Test func `a manifest for a version of Swift is linked to and sent for any spelling of it`()
    async throws
  {
    try scratch.makeMonorepo(["Menu"])
    let text = try scratch.read("Components/Menu/Package.swift")
    for version in ["5.10", "6", "6.0"] {
      let old = "// for \(version)\n"
      try scratch.write(text + old, to: "Components/Menu/Package@swift-\(version).swift")
    }
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    let served = try Served()
    let url = "/cookr/Menu/1.0.0/Package.swift"
    let base = try await served.answer(url)
    #expect(base.text == text)
    #expect(
      base["Link"] == """
        <http://localhost\(url)?swift-version=5.10>; rel="alternate"; \
        filename="Package@swift-5.10.swift"; swift-tools-version="5.10", \
        <http://localhost\(url)?swift-version=6.0>; rel="alternate"; \
        filename="Package@swift-6.0.swift"; swift-tools-version="6.0"
        """
    )
    for spelling in ["6", "6.0", "6.0.0"] {
      let answer = try await served.answer("\(url)?swift-version=\(spelling)")
      #expect(answer.text == text + "// for 6.0\n")
      #expect(
        answer["Content-Disposition"] == #"attachment; filename="Package@swift-6.0.swift""#
      )
    }
    let other = try await served.answer("\(url)?swift-version=6.1")
    #expect(other.status == 303)
    #expect(other["Location"] == "http://localhost\(url)")
  }

  @Test func `an archive has the recorded bytes, and says so`() async throws {
    try makeReleases()
    let release = try #require(try scratch.log(of: "Menu").releases.first)
    let answer = try await Served().answer("/cookr/Menu/1.0.0.zip")
    #expect(answer.checksum == release.checksum)
    #expect(answer["Content-Type"] == "application/zip")
    #expect(answer["Content-Length"] == "\(answer.bytes.count)")
    #expect(answer["Content-Disposition"] == #"attachment; filename="Menu-1.0.0.zip""#)
    #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(answer["ETag"] == "\"\(release.checksum)\"")
    #expect(answer["Accept-Ranges"] == "bytes")
    #expect(answer["Digest"] == "sha-256=\(Data(answer.digest).base64EncodedString())")
  }
}

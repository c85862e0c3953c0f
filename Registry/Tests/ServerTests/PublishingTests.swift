import Base
import Foundation
import Git
import Model
import Registration
import Releases
import Reports
import Server
import Sharing
import Versions
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

@Suite(.scratchRepository)
struct PublishingTests {
  let scratch = Scratch.current

  @Test func `a new package becomes a component with a release`() async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    let publication = Publication()
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 201)
    #expect(answer["Location"] == "http://localhost/cookr/Soup/1.0.0")
    #expect(try scratch.read("Components/Soup/Package.swift") == Publication.manifest("Soup"))
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try scratch.versions(of: "Soup") == ["1.0.0"])
    let component = try scratch.manifest().components[ComponentName("Soup")]
    #expect(component?.version?.description == "1.0.0")
    #expect(try scratch.git("log", "-1", "--format=%an %cn %s") == "ci registry Release Soup 1.0.0")
    let workspace = try scratch.workspace()
    #expect(try Verify().run(in: workspace).findings.isEmpty)
    // Served at once, byte for byte as it was sent.
    let archive = try await served.answer("/cookr/Soup/1.0.0.zip")
    let release = try #require(try scratch.log(of: "Soup").releases.first)
    #expect(archive.bytes == (try publication.zip()))
    #expect(archive.checksum == release.checksum)
    #expect(archive["X-Swift-Package-Signature"] == nil)
    try scratch.fsck()
  }

  @Test func `a package that depends on a component is stored by path and served as it was sent`()
    async throws
  {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    let manifest = Publication.manifest(
      "Soup",
      dependencies: #".package(id: "cookr.Menu", from: "1.0.0")"#,
      uses: #".product(name: "Menu", package: "cookr.Menu")"#
    )
    publication.files["Package.swift"] = manifest
    #expect(try await publication.send(to: served, token: token).status == 201)
    #expect(
      try scratch.read("Components/Soup/Package.swift")
        == Publication.manifest(
          "Soup",
          dependencies: #".package(path: "../Menu")"#,
          uses: #".product(name: "Menu", package: "Menu")"#
        )
    )
    let release = try #require(try scratch.log(of: "Soup").releases.first)
    #expect(release.requires == [try ComponentName("Menu"): .from(try SemanticVersion("1.0.0"))])
    #expect(try await served.answer("/cookr/Soup/1.0.0/Package.swift").text == manifest)
    // What bump would have made of it.
    try scratch.change("Soup")
    let next = try scratch.bump("Soup", "1.1.0").release.record
    #expect(next.edits == release.edits)
  }

  @Test func `the same content is told from other content, and both are refused`() async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    #expect(try await publication.send(to: served, token: token).status == 201)
    let commit = try scratch.git("rev-parse", "HEAD")
    publication.name = "soup"
    let same = try await publication.send(to: served, token: token)
    #expect(same.status == 409)
    #expect(
      same.text == """
        {"detail":"version '1.0.0' of 'Soup' already contains exactly these files",\
        "identical":true,"status":409,"title":"Conflict"}
        """
    )
    publication.files["README.md"] = "more\n"
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 409)
    #expect(!answer.text.contains("identical"))
    #expect(answer.problem?.contains("with different content") == true)
    #expect(try scratch.git("rev-parse", "HEAD") == commit)
  }

  @Test func `a newer version replaces what was released, files that are gone with it`()
    async throws
  {
    let served = try scratch.served()
    let token = try scratch.token([.publish, .replace])
    var publication = Publication()
    publication.name = "Menu"
    publication.version = "1.1.0"
    publication.files = ["Package.swift": Publication.manifest("Menu"), "Sources/Menu/a.swift": ""]
    #expect(try await publication.send(to: served, token: token).status == 201)
    #expect(
      try scratch.git("ls-files", "Components/Menu")
        == "Components/Menu/Package.swift\nComponents/Menu/Sources/Menu/a.swift"
    )
    #expect(try scratch.git("status", "--porcelain") == "")
    publication.version = "1.0.5"
    publication.files["README.md"] = ""
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 422)
    #expect(
      answer.problem == """
        version '1.0.5' is not greater than '1.1.0', the last release of 'Menu'; to release an older \
        version, use 'registry bump' on a maintenance branch in git
        """
    )
  }

  @Test func `a version whose release was reverted is not published again`() async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    #expect(try await publication.send(to: served, token: token).status == 201)
    publication.version = "1.1.0"
    publication.files["README.md"] = "more\n"
    #expect(try await publication.send(to: served, token: token).status == 201)
    let made = try scratch.git("rev-parse", "--short=12", "HEAD")
    try scratch.git("revert", "--no-edit", "HEAD")
    let reverted = try scratch.git("rev-parse", "--short=12", "HEAD")
    // A server that has served the release writes nothing until it is back.
    #expect(try await publication.send(to: served, token: token).status == 503)
    let restarted = try scratch.served()
    let answer = try await publication.send(to: restarted, token: token)
    #expect(answer.status == 409)
    #expect(
      answer.problem == """
        'Soup' 1.1.0 was released in the commit '\(made)' of this branch, and '\(reverted)' removed \
        its record; a version is released once: put the record back with 'git revert \(reverted)', or \
        release a newer one, such as 1.1.1
        """
    )
  }

  @Test func `a component of a fixed group is not published alone`() async throws {
    let served = try scratch.served()
    let text = try scratch.read("Registry/manifest.json")
    try scratch.write(
      text.replacing(
        "\n  \"schema\"",
        with: "\n  \"groups\": { \"shop\": { \"components\": [\"*\"], \"kind\": \"fixed\" } },"
          + "\n  \"schema\""
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Group the components")
    var publication = Publication()
    publication.files["Package.swift"] = Publication.manifest("Menu")
    (publication.name, publication.version) = ("Menu", "1.1.0")
    let answer = try await publication.send(to: served, token: scratch.token([.publish, .replace]))
    #expect(answer.status == 409)
    #expect(
      answer.problem == """
        component 'Menu': it is in the fixed group 'shop', whose 2 components are released together; \
        release the group: 'registry release shop=1.1.0'
        """
    )
  }
}

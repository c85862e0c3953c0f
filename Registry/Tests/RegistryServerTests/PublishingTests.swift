import Foundation
import Git
import HTTPTypes
import Inspection
import Registration
import RegistryModel
import RegistryServer
import Releases
import ScratchMonorepos
import ScratchRepositories
import Sharing
import Testing
import Versioning
import Writing

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
    // Served at once, as any other.
    let archive = try await served.answer("/cookr/Soup/1.0.0.zip")
    let release = try #require(try scratch.log(of: "Soup").releases.first)
    #expect(archive.checksum == release.checksum)
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
    let next = try scratch.bump("Soup", "1.1.0").release
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

  @Test func `what is released in this repository is replaced only with a permission`() async throws
  {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    publication.files["Package.swift"] = Publication.manifest("Menu")
    (publication.name, publication.version) = ("menu", "1.1.0")
    let before = try scratch.everything()
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 403)
    #expect(
      answer.problem == """
        'Menu' is released in this repository, from the folder 'Components/Menu'; release it there \
        with 'registry bump Menu', or use a token that is created with '--replace'
        """
    )
    #expect(try scratch.everything() == before)
    // Nor under the name of a component that was removed, whose releases are still served.
    _ = try RemoveComponent("Menu", context: .test()).run(in: scratch.workspace())
    #expect(try await publication.send(to: served, token: token).status == 403)
    // What came by HTTP is replaced by HTTP.
    publication = Publication()
    #expect(try await publication.send(to: served, token: token).status == 201)
    publication.version = "1.1.0"
    #expect(try await publication.send(to: served, token: token).status == 201)
    // Until it is released here.
    try scratch.change("Soup")
    try scratch.bump("Soup", "1.2.0")
    publication.version = "1.3.0"
    #expect(try await publication.send(to: served, token: token).status == 403)
    let replacing = try scratch.token([.publish, .replace], named: "owner")
    #expect(try await publication.send(to: served, token: replacing).status == 201)
  }

  @Test func `what was withdrawn in this repository is not replaced without a permission`()
    async throws
  {
    let served = try scratch.served()
    let token = try scratch.token([.publish, .yank])
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    var soup = Publication()
    #expect(try await soup.send(to: served, token: token).status == 201)
    try scratch.change("Soup")
    try scratch.bump("Soup", "1.1.0")
    try await served.service.registry.refresh()
    soup.version = "1.2.0"
    for version in ["1.1.0", "1.0.0"] {
      let url = "/cookr/Soup/\(version)?reason=cold"
      #expect(try await served.answer(url, .delete, headers: headers).status == 204)
      #expect(try await soup.send(to: served, token: token).status == 403)
    }
  }

  @Test(arguments: ["link", "file"])
  func `no package is published below what is not a folder`(_ kind: String) async throws {
    let served = try scratch.served()
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing("Components/", with: "Parts/"),
      to: "Registry/manifest.json"
    )
    try scratch.git("mv", "Components", "Parts")
    if kind == "link" {
      try FileManager.default.createSymbolicLink(
        atPath: "\(scratch.path)/Components",
        withDestinationPath: "Parts"
      )
    } else {
      try scratch.write("", to: "Components")
    }
    try scratch.commitAll()
    try await served.service.registry.refresh()
    let answer = try await Publication().send(to: served, token: scratch.token())
    #expect(answer.status == 409)
    #expect(
      answer.problem == """
        'Components' is not a folder, so that 'Components/Soup' cannot be created; move \
        'Components' to another place in git
        """
    )
  }

  @Test func `nothing is published on a branch that takes served releases back`() async throws {
    let served = try scratch.served()
    let token = try scratch.token([.publish, .yank])
    #expect(try await Publication().send(to: served, token: token).status == 201)
    try scratch.git("reset", "-q", "--hard", "HEAD~1")
    let before = try scratch.everything()
    var publication = Publication()
    publication.name = "Stew"
    publication.files["Package.swift"] = Publication.manifest("Stew")
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 503)
    let commit = try scratch.git("rev-parse", "HEAD").prefix(12)
    #expect(
      answer.problem == """
        the commit '\(commit)' changes or removes 1 of the records of 'Soup' that were served; a \
        release never changes: restore what is missing, or restart the server to serve the branch \
        as it is
        """
    )
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    let url = "/cookr/Menu/1.0.0?reason=cold"
    #expect(try await served.answer(url, .delete, headers: headers).status == 503)
    #expect(try scratch.everything() == before)
    // What was served is still served.
    #expect(try await served.answer("/cookr/Soup/1.0.0.zip").status == 200)
  }

  @Test func `nothing that is not released is overwritten`() async throws {
    let served = try scratch.served()
    let token = try scratch.token([.publish, .replace])
    var publication = Publication()
    publication.files["Package.swift"] = Publication.manifest("Menu")
    for (name, version) in [("Kitchen", "1.0.0"), ("Menu", "1.1.0")] {
      if name == "Menu" { try scratch.change("Menu") }
      publication.name = name
      publication.version = version
      let before = try scratch.everything()
      let answer = try await publication.send(to: served, token: token)
      #expect(answer.status == 409)
      #expect(
        answer.problem == """
          the folder 'Components/\(name)' has unreleased changes; release them in git \
          first: 'registry bump \(name)'
          """
      )
      #expect(try scratch.everything() == before)
    }
    // Nor what is not even committed.
    try scratch.bump("Menu", "1.1.0")
    try scratch.write("mine\n", to: "Components/Menu/mine.txt")
    publication.version = "1.2.0"
    #expect(try await publication.send(to: served, token: token).status == 409)
    #expect(try scratch.read("Components/Menu/mine.txt") == "mine\n")
  }

  @Test func `a bare repository and a branch that is not checked out take releases too`()
    async throws
  {
    _ = try scratch.served()
    let working = try Served(branch: "main")
    let bare = scratch.folder + "/bare"
    try scratch.git("clone", "-q", "--bare", ".", bare)
    let token = try scratch.token()
    try FileManager.default.copyItem(
      atPath: "\(scratch.path)/.git/registry-tokens.json",
      toPath: "\(bare)/registry-tokens.json"
    )
    let served = try Served(directory: bare)
    #expect(try await Publication().send(to: served, token: token).status == 201)
    #expect(try await served.answer("/cookr/Soup/1.0.0.zip").status == 200)

    try scratch.git("switch", "-q", "-c", "other")
    #expect(try await Publication().send(to: working, token: token).status == 201)
    #expect(try await working.answer("/cookr/Soup/1.0.0.zip").status == 200)
    #expect(try scratch.git("status", "--porcelain") == "")
    #expect(try scratch.git("ls-files", "Components/Soup") == "")
    #expect(try scratch.git("ls-tree", "--name-only", "main:Components") == "Kitchen\nMenu\nSoup")
  }

  @Test func `what is wrong with the repository is no fault of who publishes`() async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    try scratch.write("no record\n", to: "Registry/releases/Soup.jsonl")
    try scratch.commitAll()
    let answer = try await Publication().send(to: served, token: token)
    #expect(answer.status == 500)
    #expect(answer.problem == "internal error, see the log of the server")
  }
}

import Git
import Mirror
import Model
import Releases
import Server
import Sharing
import Versions
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Which repositories the metadata of a package may claim, and which packages a URL leads to.
@Suite(.scratchRepository)
struct RepositoryClaimTests {
  let scratch = Scratch.current

  private func publication(_ name: String, in url: String) -> Publication {
    var publication = Publication()
    publication.name = name
    publication.files["Package.swift"] = Publication.manifest(name)
    publication.metadata = #"{"repositoryURLs":["\#(url)"]}"#
    return publication
  }

  private func identifiers(_ url: String, at served: Served) async throws -> String {
    try await served.answer("/identifiers?url=\(url)").text
  }

  /// Gives `Menu` a repository in the manifest.
  private func list(_ url: String) throws {
    let manifest = try scratch.read("Registry/manifest.json")
    let path = #""path": "Components/Menu""#
    try scratch.write(
      manifest.replacing(path, with: path + #", "repository": "\#(url)""#),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
  }

  @Test func `a repository of another component cannot be claimed`() async throws {
    let served = try scratch.served()
    try list("https://git.example.com/menu")
    let token = try scratch.token(repositories: "*")
    let answer = try await publication("Soup", in: "git@git.example.com:Menu.git")
      .send(to: served, token: token)
    #expect(answer.status == 422)
    #expect(
      answer.problem == """
        the metadata names the repository 'git@git.example.com:Menu.git', which belongs to the \
        component 'Menu'; remove it
        """
    )
    let url = "https://git.example.com/menu"
    #expect(try await identifiers(url, at: served) == #"{"identifiers":["cookr.Menu"]}"#)
  }

  @Test func `a token confirms the repositories of its pattern`() async throws {
    let served = try scratch.served()
    let token = try scratch.token(repositories: "https://git.example.com/team/*")
    let answer = try await publication("Soup", in: "https://git.example.com/soup")
      .send(to: served, token: token)
    #expect(answer.status == 422)
    #expect(
      answer.problem == """
        the metadata names the repository 'https://git.example.com/soup', which neither the manifest \
        nor the token confirms; remove it, or ask the operator for a token: 'registry token create \
        NAME --publish --repositories "https://git.example.com/*"'
        """
    )
    var soup = publication("Soup", in: "https://git.example.com/team/soup")
    #expect(try await soup.send(to: served, token: token).status == 201)
    let found = #"{"identifiers":["cookr.Soup"]}"#
    #expect(try await identifiers("ssh://git@git.example.com/Team/soup.git", at: served) == found)
    let urls = #""repositoryURLs":["https://git.example.com/team/soup"]"#
    #expect(try await served.answer("/cookr/Soup/1.0.0").text.contains(urls))
    #expect(
      try scratch.read("Registry/metadata/Soup/repositories.json")
        == #"["https://git.example.com/team/soup"]"# + "\n"
    )
    // Once confirmed, for any token that may publish the package, and for no other package.
    soup.version = "1.1.0"
    let other = try scratch.token(named: "other")
    #expect(try await soup.send(to: served, token: other).status == 201)
    #expect(try await identifiers("https://git.example.com/team/soup", at: served) == found)
    let stew = publication("Stew", in: "https://git.example.com/team/soup")
    #expect(try await stew.send(to: served, token: token).status == 422)
    // A newer release without it gives it up, until a later one names it again.
    (soup.version, soup.metadata) = ("1.2.0", nil)
    #expect(try await soup.send(to: served, token: other).status == 201)
    let gone = try await served.answer("/identifiers?url=https://git.example.com/team/soup")
    #expect(gone.status == 404)
    // The manifest decides if it names an owner later.
    try list("https://git.example.com/team/soup")
    try await served.service.registry.refresh()
    let url = "https://git.example.com/team/soup"
    #expect(try await identifiers(url, at: served) == #"{"identifiers":["cookr.Menu"]}"#)
  }

  @Test(arguments: ["javascript://git.example.com/team/soup", "file:///srv/team/soup", "/srv/soup"])
  func `a repository that no client reaches cannot be claimed`(_ url: String) async throws {
    let served = try scratch.served()
    let answer = try await publication("Soup", in: url)
      .send(to: served, token: scratch.token(repositories: "*"))
    #expect(answer.status == 422)
    #expect(
      answer.problem
        == "the metadata names the repository '\(url)', which git does not reach by https or ssh;"
        + " remove it"
    )
  }

  @Test func `a token does not confirm what a path leads out of its folder to`() async throws {
    let served = try scratch.served()
    let url = "https://git.example.com/team/../other/soup"
    let token = try scratch.token(repositories: "https://git.example.com/team/*")
    let answer = try await publication("Soup", in: url).send(to: served, token: token)
    #expect(answer.status == 422)
    #expect(answer.problem?.contains("which neither the manifest nor the token confirms") == true)
  }

  @Test(arguments: [(100, 201), (101, 422)])
  func `the metadata of a release names a limited number of repositories`(
    _ count: Int,
    _ status: Int
  ) async throws {
    let served = try scratch.served()
    let urls = (0..<count).map { #""https://git.example.com/team/soup\#($0)""# }
    var soup = Publication()
    soup.metadata = #"{"repositoryURLs":[\#(urls.joined(separator: ","))]}"#
    let token = try scratch.token(repositories: "*")
    let answer = try await soup.send(to: served, token: token)
    #expect(answer.status == status)
    guard status == 201 else {
      let problem = "the metadata names 101 repositories, expected at most 100"
      #expect(answer.problem?.hasPrefix(problem) == true)
      return
    }
    let last = "/identifiers?url=https://git.example.com/team/soup\(count - 1)"
    #expect(try await served.answer(last).text == #"{"identifiers":["cookr.Soup"]}"#)
  }

  @Test func `the key of publishers before the specification had one is a claim, too`() async throws
  {
    let served = try scratch.served()
    let token = try scratch.token(repositories: "https://git.example.com/team/*")
    var soup = Publication()
    soup.metadata = #"{"repositoryURL":"https://git.example.com/soup"}"#
    #expect(try await soup.send(to: served, token: token).status == 422)
    soup.metadata = #"{"repositoryURL":["https://git.example.com/team/soup"]}"#
    #expect(
      try await soup.send(to: served, token: token).problem
        == "the metadata has an invalid 'repositoryURL', expected a URL without passwords"
    )
    let url = "https://git.example.com/team/soup"
    soup.metadata = #"{"repositoryURL":"\#(url)","repositoryURLs":["\#(url)"]}"#
    #expect(try await soup.send(to: served, token: token).status == 201)
    #expect(try await identifiers(url, at: served) == #"{"identifiers":["cookr.Soup"]}"#)
    let details = try await served.answer("/cookr/Soup/1.0.0").text
    #expect(details.contains(#""repositoryURL":"\#(url)","repositoryURLs":["\#(url)"]"#))
  }

  @Test func `the manifest confirms the repository of its own component`() async throws {
    let served = try scratch.served()
    try list("https://git.example.com/menu")
    var menu = publication("Menu", in: "https://git.example.com/menu.git")
    menu.version = "1.1.0"
    let token = try scratch.token([.publish, .replace])
    #expect(try await menu.send(to: served, token: token).status == 201)
  }

  /// Gives all components repositories in the manifest.
  private func listAll(_ template: String) throws {
    let manifest = try scratch.read("Registry/manifest.json")
    try scratch.write(
      manifest.replacing(
        "\n  \"schema\"",
        with: "\n  \"repositories\": \"\(template)\",\n  \"schema\""
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
  }

  @Test func `an upload does not get the URL of all components by its name`() async throws {
    let served = try scratch.served()
    try listAll("https://git.example.com/team/{name}")
    try await served.service.registry.refresh()
    let url = "https://git.example.com/team/soup"
    let plain = try scratch.token()
    var soup = Publication()
    #expect(try await soup.send(to: served, token: plain).status == 201)
    #expect(try await served.answer("/identifiers?url=\(url)").status == 404)
    #expect(try await served.answer("/cookr/Soup/1.0.0").text.contains(url) == false)
    let mirror = MirrorReleases(["Soup"], to: .repositories, context: .test())
    let error = #expect(throws: (any Error).self) { try mirror.run(in: scratch.workspace()) }
    #expect(error.map { "\($0)" }?.contains("was only published over HTTP") == true)
    // What is released in the repository has it.
    let menu = "https://git.example.com/team/menu"
    #expect(try await identifiers(menu, at: served) == #"{"identifiers":["cookr.Menu"]}"#)
    // An upload has it if its token confirms it.
    soup = publication("Soup", in: url)
    soup.version = "1.1.0"
    #expect(try await soup.send(to: served, token: plain).status == 422)
    let confirming = try scratch.token(
      named: "team",
      repositories: "https://git.example.com/team/*"
    )
    #expect(try await soup.send(to: served, token: confirming).status == 201)
    #expect(try await identifiers(url, at: served) == #"{"identifiers":["cookr.Soup"]}"#)
    let stew = publication("Stew", in: menu)
    #expect(try await stew.send(to: served, token: confirming).status == 422)
  }

  @Test func `the URL of one component takes precedence over that of all`() async throws {
    let served = try scratch.served()
    try scratch.bump("Kitchen", "1.0.0")
    try listAll("https://git.example.com/{name}")
    try list("https://git.example.com/kitchen")
    try await served.service.registry.refresh()
    let url = "https://git.example.com/kitchen"
    #expect(try await identifiers(url, at: served) == #"{"identifiers":["cookr.Menu"]}"#)
  }

  @Test func `a repository URL recorded without a confirmation is not answered`() async throws {
    let served = try scratch.served()
    #expect(try await Publication().send(to: served, token: scratch.token()).status == 201)
    let urls = #"{"repositoryURLs":["https://git.example.com/menu"]}"#
    try scratch.write(urls, to: "Registry/metadata/Soup/1.0.0.json")
    try scratch.commitAll()
    try await served.service.registry.refresh()
    let url = "/identifiers?url=https://git.example.com/menu"
    #expect(try await served.answer(url).status == 404)
    #expect(try await served.answer("/cookr/Soup/1.0.0").text.contains("repositoryURLs") == false)
    // The operator can confirm it.
    try scratch.write(
      #"["https://git.example.com/menu"]"#,
      to: "Registry/metadata/Soup/repositories.json"
    )
    try scratch.commitAll()
    try await served.service.registry.refresh()
    #expect(try await served.answer(url).text == #"{"identifiers":["cookr.Soup"]}"#)
  }
}

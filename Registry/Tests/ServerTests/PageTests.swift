import Base
import Foundation
import HTTPTypes
import Model
import Releases
import ScratchMonorepos
import ScratchRepositories
import Server
import Sharing
import Site
import Testing
import Versions

/// The pages as browsers and programs get them.
@Suite(.scratchRepository)
struct PageTests {
  static let browser: HTTPFields = [
    .accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
  ]

  let scratch = Scratch.current

  /// `Menu` 1.0.0 and 1.1.0, of which the first is withdrawn; `Kitchen` 1.0.0, which requires it.
  func makeReleases(reason: String = "cold", notes: String? = nil) throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0", notes: notes)
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.0.0"),
      reason: reason,
      context: .test()
    ).run(in: scratch.workspace())
    try scratch.pin("Kitchen", "1.0.0")
  }

  private func page(_ uri: String, _ served: Served? = nil) async throws -> Answer {
    try await (served ?? Served()).answer(uri, headers: Self.browser)
  }

  /// What stands in the page's main part, with what differs between runs replaced.
  private func content(_ answer: Answer) throws -> String {
    let start = try #require(answer.text.firstRange(of: "<main id=\"main\" class=\"wrap\">\n"))
    let end = try #require(answer.text.firstRange(of: "</main>"))
    return String(answer.text[start.upperBound..<end.lowerBound])
      .replacing(/sha256:[0-9a-f]{64}|[0-9a-f]{64}/, with: "CHECKSUM")
      .replacing(/\d+ bytes/, with: "SIZE")
      .replacing(/[0-9a-f]{40}/, with: "OBJECT")
      .replacing(/v=[0-9a-f]{12}/, with: "v=STYLE")
  }

  @Test func `a page is made once for a commit, also for those who need a token`() async throws {
    try makeReleases()
    var options = RegistryService.Options()
    options.guardsReading = true
    options.tokens = TokenFile(path: "\(scratch.folder)/tokens.json")
    let secret = try ManageTokens(#require(options.tokens))
      .create(ManageTokens.Request(name: "reader", permissions: [.read])).secret
    let served = try Served(options: options)
    var headers = Self.browser
    headers[.authorization] = "Bearer \(secret)"
    let first = try await served.answer("/cookr/Menu", headers: headers)
    // What was made of it is all that is left.
    try FileManager.default.removeItem(atPath: scratch.path)
    let second = try await served.answer("/cookr/Menu", headers: headers)
    #expect(first.status == 200 && second.text == first.text)
  }

  @Test func `the home page lists the components`() async throws {
    try makeReleases()
    let found = try await content(page("/"))
    #expect(found == PageSamples.home)
  }

  @Test func `a component's page has its releases, how to depend on it, and who does`() async throws
  {
    try makeReleases(notes: "Soup with `salt`.\n\n- hot\n- and\n  cold")
    let found = try await content(page("/cookr/Menu"))
    #expect(found == PageSamples.component)
  }

  @Test func `the graph is drawn by layers, with what breaks their rules`() async throws {
    try makeReleases()
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing(
        "\"apps\"",
        with: """
          "layers": { "core": { "mayUse": [] }, "feature": { "mayUse": [] } },
          "apps"
          """
      )
      .replacing("\"Components/Menu\"", with: "\"Components/Menu\", \"layer\": \"core\"")
      .replacing("\"Components/Kitchen\"", with: "\"Components/Kitchen\", \"layer\": \"feature\""),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    let found = try await content(page("/graph"))
    #expect(found == PageSamples.graph)
  }

  @Test func `the apps' page says what each is built from and how far behind it is`() async throws {
    try makeReleases()
    let found = try await content(page("/apps"))
    #expect(found == PageSamples.apps)
  }

  /// Browsers and exports keep pages of the same edition.
  @Test func `other pages are another edition`() {
    let pages = [PageSamples.home, PageSamples.component, PageSamples.graph, PageSamples.apps]
    let digest = Hexadecimal.text(SHA256.digest(of: Array(pages.joined().utf8)).prefix(4))
    let kept = "4 4301e508"
    #expect(
      "\(PageEdition.number) \(digest)" == kept,
      "raise PageEdition.number, and write it here with the digest that is found"
    )
  }

  @Test func `a search finds by a part of a name, whatever its case`() async throws {
    try makeReleases()
    for (query, names) in [
      ("?q=MEN", ["Menu"]), ("?q=n", ["Kitchen", "Menu"]), ("?q=zz", []), ("?q=+kit+", ["Kitchen"]),
      ("?layer=core", []), ("?q=&layer=", ["Kitchen", "Menu"]),
    ] {
      let text = try await page("/\(query)").text
      let found = text.matches(of: /<a class="name" href="\/cookr\/(\w+)">/).map { String($0.1) }
      #expect(found == names, "\(query)")
    }
    #expect(try await page("/?q=zz").text.contains("No component matches."))
  }

  @Test func `two releases are compared, in whatever order`() async throws {
    try makeReleases(notes: "Soup.")
    let text = try await page("/cookr/Kitchen?from=1.0.0&to=1.0.0").text
    #expect(!text.contains("What changed"))
    for query in ["from=1.0.0&to=1.1.0", "from=1.1.0&to=1.0.0"] {
      let text = try await page("/cookr/Menu?\(query)").text
      #expect(text.contains("<h3>1.0.0 to 1.1.0: 1 release</h3>"))
    }
    // What names no release compares nothing.
    let other = try await page("/cookr/Menu?from=1.0.0&to=%3Cb%3E")
    #expect(other.status == 200)
    #expect(!other.text.contains("<h3>1.0.0 to"))
  }

  @Test func `pages show what people wrote as text and never as markup`() async throws {
    let attack = "\"><img src=x onerror=alert(1)>'</script><script>alert(2)</script>{{name}}"
    try makeReleases(reason: attack, notes: "\(attack)\n\n- `\(attack)`\n\n# \(attack)")
    let served = try Served()
    let encoded = "%22%3E%3Cimg%20src%3Dx%3E%3Cscript%3E"
    for uri in [
      "/", "/?q=\(encoded)", "/?layer=\(encoded)", "/cookr/Menu",
      "/cookr/Menu?from=\(encoded)&to=1.0.0", "/cookr/Menu?from=1.0.0&to=1.1.0", "/graph",
      "/apps", "/cookr/\(encoded)", "/\(encoded)/Menu",
    ] {
      let text = try await page(uri, served).text
      #expect(!text.contains("<img"), "\(uri)")
      #expect(text.matches(of: /<script/).count == 1, "\(uri)")
      #expect(!text.contains("Menu</script>"), "\(uri)")
    }
    let text = try await page("/cookr/Menu", served).text
    let shown = "&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"
    #expect(text.contains("Withdrawn on 2025-11-21: \(shown)"))
    #expect(text.contains("{{name}}"))
  }

  @Test(arguments: [
    "/", "/cookr/Menu", "/cookr/Menu/1.0.0", "/graph", "/graph?of=Menu", "/apps", "/rules",
    "/cookr/Nothing",
  ])
  func `a page runs only its own script, is framed by nobody and loads nothing from elsewhere`(
    uri: String
  ) async throws {
    try makeReleases()
    let answer = try await page(uri)
    #expect(answer["Content-Type"] == "text/html; charset=utf-8")
    let scripts = answer.text.matches(of: /<script type="module">([^<]*)<\/script>/)
    let script = try #require(scripts.first?.1)
    let hash = Data(SHA256.digest(of: Array(script.utf8))).base64EncodedString()
    #expect(
      answer["Content-Security-Policy"] == """
        default-src 'none'; script-src 'sha256-\(hash)'; style-src 'self'; img-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
    )
    #expect(answer["X-Content-Type-Options"] == "nosniff")
    #expect(answer["Referrer-Policy"] == "same-origin")
    #expect(answer["Vary"] == "Accept")
    #expect(answer["Content-Length"] == "\(answer.bytes.count)")
    #expect(answer.text.firstMatch(of: /[ ]style=|[ ]on[a-z]+=/) == nil)
    #expect(answer.text.matches(of: /<script/).count == 1)
  }

  @Test func `a rule that a changelog names is a link to it`() async throws {
    let rule = "func cook(_:) was removed [declaration-removed]"
    try makeReleases(notes: "- \(rule)\n- `[declaration-removed]` and [other-words]")
    let text = try await page("/cookr/Menu").text
    let link = "<a href=\"/rules#declaration-removed\">declaration-removed</a>"
    #expect(text.contains("<li>func cook(_:) was removed [\(link)]</li>"))
    #expect(text.contains("<li><code>[declaration-removed]</code> and [other-words]</li>"))
    #expect(try await page("/rules").text.contains("id=\"declaration-removed\""))
  }

  @Test func `a browser's copy is good until the next commit`() async throws {
    try makeReleases()
    let served = try Served()
    for uri in ["/", "/cookr/Menu", "/graph", "/apps", "/registry.json"] {
      var headers = Self.browser
      let first = try await served.answer(uri, headers: headers)
      let tag = try #require(first["ETag"])
      #expect(first["Cache-Control"] == "no-cache")
      headers[.ifNoneMatch] = tag
      let again = try await served.answer(uri, headers: headers)
      #expect(again.status == 304, "\(uri)")
      #expect(again.bytes == [])
      #expect(again["ETag"] == tag)
    }
    let tag = try #require(try await page("/", served)["ETag"])
    try scratch.change("Kitchen")
    try await served.service.registry.refresh()
    var headers = Self.browser
    headers[.ifNoneMatch] = tag
    #expect(try await served.answer("/", headers: headers).status == 200)
  }

  @Test func `the style sheet is kept for ever under the address that names its content`()
    async throws
  {
    try makeReleases()
    let served = try Served()
    let home = try await page("/", served).text
    let match = try #require(home.firstMatch(of: /href="(\/style\.css\?v=[0-9a-f]{12})"/))
    let answer = try await served.answer(String(match.1))
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "text/css; charset=utf-8")
    #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(try await served.answer("/icon.svg")["Content-Type"] == "image/svg+xml")
  }

  @Test func `a page says that a package does not exist`() async throws {
    try makeReleases()
    let answer = try await page("/cookr/Nothing")
    #expect(answer.status == 404)
    #expect(answer.text.contains("there is no package &#39;cookr.Nothing&#39; in this registry"))
    #expect(answer["ETag"] == nil)
  }

  @Test func `links hold where the registry is not at the root of its host`() async throws {
    try makeReleases()
    var options = RegistryService.Options()
    options.publicURL = "https://example.com/swift"
    let text = try await page("/", Served(options: options)).text
    #expect(text.contains("href=\"/swift/style.css?v="))
    #expect(text.contains("<a class=\"name\" href=\"/swift/cookr/Menu\">"))
    #expect(
      text.contains(
        "registry use https://example.com/swift <span class=\"whole\">--scope</span> cookr"
      )
    )
  }

  @Test func `a registry without releases has pages`() async throws {
    try scratch.makeMonorepo()
    let served = try Served()
    for uri in ["/", "/graph", "/apps", "/cookr/Menu"] {
      #expect(try await page(uri, served).status == 200)
    }
    #expect(try await page("/cookr/Menu", served).text.contains("No releases yet."))
  }

  @Test func `the pages of a large registry show a part of it, and the JSON all`() async throws {
    let names = (0..<501).map { "Part\($0)" }
    try scratch.makeMonorepo(names)
    let served = try Served()
    let home = try await page("/", served).text
    #expect(home.matches(of: /<a class="name"/).count == 500)
    #expect(home.contains("1 more component: search by name"))
    #expect(try await page("/?q=part500", served).text.contains(">Part500</a>"))
    let graph = try await page("/graph", served)
    #expect(graph.status == 200)
    #expect(graph.text.matches(of: /<li class="plain-mark">/).count == 501)
    #expect(!graph.text.contains("<svg"))
    let json = try await served.answer("/registry.json").text
    #expect(json.matches(of: /"name":"Part/).count == 501)
  }
}

import Foundation
import HTTPTypes
import Logging
import Site
@testable import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What anyone may send as often as they like, and in any spelling.
@Suite(.scratchRepository)
struct UnboundedRequestTests {
  private let scratch = Scratch.current

  @Test func `a page has the host of its request, and is kept once for all hosts`() async throws {
    let served = try scratch.served()
    let hosts = ["a.example", "b.example:8080", "127.0.0.1:99"]
    for uri in ["/", "/cookr/Menu", "/feed.atom", "/cookr/Menu/feed.atom"] {
      for host in hosts {
        let text = try await served.answer(uri, headers: PageTests.browser, host: host).text
        #expect(text.contains("http://\(host)"), "\(uri)")
        for other in hosts where other != host { #expect(!text.contains(other), "\(uri)") }
        #expect(!text.contains(".invalid") && !text.contains("localhost"), "\(uri)")
      }
    }
    let bases = Set(
      (1...100).map { PageBase(of: Address(base: "http://\($0).example"), isPublic: false) }
    )
    #expect(bases.count == 1)
    let known = PageBase(of: Address(base: "https://a.example/swift"), isPublic: true)
    #expect(known.text == "https://a.example/swift")
  }

  @Test func `a comparison for which there is no place is refused for a while, and no other page`()
    async throws
  {
    var options = RegistryService.Options()
    options.comparisons = 0
    let served = try scratch.served(options: options)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try await served.service.registry.refresh()
    let refused = try await served.answer(
      "/cookr/Menu?from=1.0.0&to=1.1.0",
      headers: PageTests.browser
    )
    #expect(refused.status == 503)
    #expect(refused["Retry-After"] == "5")
    #expect(refused.text.contains("too many comparisons at the same time, try again in 5 s"))
    let page = try await served.answer("/cookr/Menu", headers: PageTests.browser)
    #expect(page.status == 200)
  }

  @Test func `a line of the log cannot be forged by what is sent`() async throws {
    let log = LogRecorder()
    let logger = log.serverLogger
    logger.info(
      "GET /\u{1B}[2J\u{202E} 404",
      metadata: [
        "problem": "no package 'a\nerror=\u{009B}1m token=\"admin\\\"'", "token": "robot",
        "empty": "",
        "ms": "1.5",
      ]
    )
    #expect(log.messages(at: .info) == [#"GET /\u{1B}[2J\u{202E} 404"#])
    #expect(
      log.lastFacts == [
        "problem": #""no package 'a\nerror=\u{009B}1m token=\"admin\\\"'""#, "token": "robot",
        "empty": #""""#, "ms": "1.5",
      ]
    )
    logger.info("cannot read\nhelp: try again")
    #expect(log.messages(at: .info).last == "cannot read; help: try again")
  }

  @Test func `a package has one spelling in all paths but that of its list`() async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    for name in ["history.json", "Soup.json"] {
      publication.name = name
      let answer = try await publication.send(to: served, token: token)
      #expect(answer.status == 400)
      #expect(answer.problem?.contains("'\(name)'") == true)
    }
    #expect(try await served.answer("/cookr/Menu.json").status == 200)
    #expect(try await served.answer("/cookr/Menu.json/1.0.0").status == 400)
    #expect(try await served.answer("/cookr/Menu/1.0.0.json").status == 200)
  }

  @Test func `a version that leaves none for the next is refused`() async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    publication.version = "9223372036854775807.0.0"
    let refused = try await publication.send(to: served, token: token)
    #expect(refused.status == 422)
    #expect(
      refused.problem
        == "invalid version '9223372036854775807.0.0', number '9223372036854775807' is too large for"
        + " a new release, expected at most 999999999999999; a release with so large a number leaves"
        + " none for the next"
    )
    publication.version = "1.0.0"
    #expect(try await publication.send(to: served, token: token).status == 201)
    #expect(throws: (any Error).self) { try scratch.bump("Menu", "9223372036854775807.0.0") }
  }
}

import Base
import Model
import Releases
import Server
import Sharing
import Site
import Versions
import Foundation
import FoundationXML
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What a feed reader gets.
@Suite(.scratchRepository)
struct FeedTests {
  private let scratch = Scratch.current

  private func makeReleases() throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0", notes: "Soup & <salt>.")
  }

  private func withdraw() throws {
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.0.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
  }

  private func feed(_ served: Served, _ path: String = "/feed.atom") async throws -> AtomDocument {
    let answer = try await served.answer(path)
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "application/atom+xml; charset=utf-8")
    return try AtomDocument(answer.bytes)
  }

  @Test func `the feed of all has the releases with their notes`() async throws {
    try makeReleases()
    let feed = try await feed(Served())
    #expect(feed.root["title"] == ["Releases of cookr"])
    #expect(feed.root["name"] == ["cookr registry"])
    #expect(feed.links == ["http://localhost/feed.atom", "http://localhost/"])
    #expect(feed.entries.map(\.title) == ["Kitchen 1.0.0", "Menu 1.1.0", "Menu 1.0.0"])
    let entry = feed.entries[1]
    #expect(
      entry.fields["content"]?.first?.replacing("\n", with: "")
        == "<p>Soup &amp; &lt;salt&gt;.</p><h3>Changed</h3><ul><li>Change</li></ul>"
    )
    #expect(entry.links == ["http://localhost/cookr/Menu/1.1.0"])
    #expect(entry.fields["published"] == entry.fields["updated"])
    #expect(feed.root["updated"] == entry.fields["updated"])
    let ids = feed.entries.flatMap { $0.fields["id"] ?? [] } + (feed.root["id"] ?? [])
    #expect(Set(ids).count == 4)
    #expect(ids.allSatisfy { UUID(uuidString: String($0.dropFirst("urn:uuid:".count))) != nil })
  }

  @Test func `a withdrawal changes the entry of its release`() async throws {
    try makeReleases()
    let served = try Served()
    let before = try await feed(served, "/cookr/Menu/feed.atom")
    #expect(before.entries.map(\.title) == ["Menu 1.1.0", "Menu 1.0.0"])
    try withdraw()
    try await served.service.registry.refresh()
    let after = try await feed(served, "/cookr/menu/feed.atom")
    let old = try #require(before.entries.first { $0.title == "Menu 1.0.0" })
    let new = try #require(after.entries.first { $0.title == "Menu 1.0.0 (withdrawn)" })
    #expect(after.entries.count == 2)
    for field in ["id", "published"] { #expect(old.fields[field] == new.fields[field]) }
    #expect(new.fields["content"]?.first?.hasPrefix("<p>Withdrawn: cold</p>") == true)
    #expect(after.root["id"] == before.root["id"])
  }

  @Test func `a feed is sent again only if there is another commit`() async throws {
    try makeReleases()
    let served = try Served()
    let tag = try #require(try await served.answer("/feed.atom")["ETag"])
    let condition: HTTPFields = [.ifNoneMatch: tag]
    #expect(try await served.answer("/feed.atom", headers: condition).status == 304)
    try withdraw()
    try await served.service.registry.refresh()
    #expect(try await served.answer("/feed.atom", headers: condition).status == 200)
  }

  @Test func `a component without releases has no feed, and pages link only existing feeds`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let served = try Served()
    #expect(
      try await served.answer("/cookr/Kitchen/feed.atom").problem == "'Kitchen' was never released"
    )
    #expect(try await served.answer("/feed.atom", .post).status == 405)
    func links(_ path: String) async throws -> [String] {
      let page = try await served.answer(path, headers: PageTests.browser).text
      let pattern =
        /<link rel="alternate" type="application\/atom\+xml" title="[^"]*" href="([^"]*)">/
      return page.matches(of: pattern).map { String($0.1) }
    }
    #expect(try await links("/") == ["/feed.atom"])
    #expect(try await links("/cookr/Menu") == ["/feed.atom", "/cookr/Menu/feed.atom"])
    #expect(try await links("/cookr/Kitchen") == ["/feed.atom"])
  }

  @Test func `a token for some components has no others in its feed`() async throws {
    try makeReleases()
    var options = RegistryService.Options()
    options.guardsReading = true
    let served = try Served(options: options)
    let secret = try scratch.token([.read], named: "kitchen", components: "K*")
    let headers: HTTPFields = [.authorization: "Bearer \(secret)"]
    let answer = try await served.answer("/feed.atom", headers: headers)
    #expect(try AtomDocument(answer.bytes).entries.map(\.title) == ["Kitchen 1.0.0"])
    #expect(try await served.answer("/feed.atom").status == 401)
  }

  @Test func `an export has the same feeds, however often it ran`() async throws {
    try makeReleases()
    func export(to name: String) throws -> String {
      let address = try RegistryAddress("http://localhost", allowsInsecure: true)
      let folder = "\(scratch.folder)/\(name)"
      _ = try ExportRegistry(to: folder, address: address).run(in: scratch.workspace())
      return folder
    }
    _ = try export(to: "files")
    try withdraw()
    _ = try export(to: "files")
    try scratch.change("Kitchen")
    try scratch.bump("Kitchen", "1.0.1")
    let (folder, fresh) = (try export(to: "files"), try export(to: "fresh"))
    let served = try Served()
    for path in ["feed.atom", "cookr/Menu/feed.atom", "cookr/Kitchen/feed.atom"] {
      let file = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      #expect(try String(contentsOfFile: "\(fresh)/\(path)", encoding: .utf8) == file)
      // Pages of files have names of their own.
      let text = try await served.answer("/\(path)").text
        .replacing("localhost/\"", with: "localhost/index.html\"")
        .replacing(/(cookr\/[A-Z][a-z]+(?:\/[0-9.]+)?)"/) { "\($0.1)/page.html\"" }
      #expect(text == file)
    }
  }
}

/// A feed, taken apart by an XML parser.
private final class AtomDocument: NSObject, XMLParserDelegate {
  struct Entry {
    var fields: [String: [String]] = [:]
    var links: [String] = []
    var title: String { fields["title"]?.first ?? "" }
  }

  private(set) var entries: [Entry] = []
  private var head = Entry()
  private var text = ""

  var root: [String: [String]] { head.fields }
  var links: [String] { head.links }

  init(_ bytes: [UInt8]) throws {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    if name == "entry" { entries.append(Entry()) }
    guard name == "link", let address = attributes["href"] else { return }
    if entries.isEmpty {
      head.links.append(address)
    } else {
      entries[entries.count - 1].links.append(address)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if entries.isEmpty {
      head.fields[name, default: []].append(text)
    } else {
      entries[entries.count - 1].fields[name, default: []].append(text)
    }
  }
}

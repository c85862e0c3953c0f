import Checks
import Server
import Site
import Foundation
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What the pages show of the documentation that `registry docs` writes.
@Suite(.scratchRepository)
struct DocumentationPageTests {
  let scratch = Scratch.current

  private var folder: String { "\(scratch.path)-docs" }

  private func page(_ uri: String, _ served: Served) async throws -> Answer {
    try await served.answer(uri, headers: PageTests.browser)
  }

  private func served() throws -> Served {
    var options = RegistryService.Options()
    options.documentation = folder
    return try Served(options: options)
  }

  /// Writes what the toolchain would: a page with a script, and the interface of a module.
  private func document(
    _ version: String,
    _ interface: String,
    in folder: String? = nil
  ) throws {
    let place = "\(folder ?? self.folder)/Menu/\(version)"
    let files = [
      "index.html": "<a href=\"Menu/documentation/menu/\">Menu</a>",
      "Menu/documentation/menu/index.html":
        "<script>var baseUrl = \"/\"</script><script src=\"/a.js\"></script>",
      "Menu/js/a.js": "1",
    ]
    for (path, text) in files {
      let file = URL(filePath: "\(place)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    let states = ["default": ["headers": [:], "modules": ["Menu": interface]]]
    let json = try JSONSerialization.data(withJSONObject: ["states": states])
    try json.write(to: URL(filePath: "\(place)/api.json"))
  }

  @Test func `a release links to its documentation and its public API once they are there`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let served = try served()
    let before = try await page("/cookr/Menu", served)
    #expect(!before.text.contains(">Documentation<"))
    let none = try await page("/cookr/Menu/1.0.0/api", served)
    #expect(none.status == 404)
    #expect(none.text.contains("the public API of &#39;Menu&#39; 1.0.0 is not known here<"))
    #expect(
      try await served.answer("/docs/Menu/1.0.0/").problem
        == "'Menu' 1.0.0 has no documentation here"
    )

    try document("1.0.0", "import Swift\npublic struct Soup : Swift.Sendable {\n}\n")
    let after = try await page("/cookr/Menu", served)
    #expect(after["ETag"] != before["ETag"])
    #expect(after.text.contains("<a href=\"/docs/Menu/1.0.0/\">Documentation</a>"))
    #expect(after.text.contains("<a href=\"/cookr/Menu/1.0.0/api\">Public API</a>"))
    let interface = try await page("/cookr/Menu/1.0.0/api", served).text
    #expect(interface.contains("<code>public struct Soup : Sendable {\n}</code>"))
  }

  @Test func `the public API is searched, and what is not public is not in it`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try document(
      "1.0.0",
      """
      import Swift
      #if compiler(>=5.3)
      @frozen
      public struct Soup {
        public var heat: Swift.Int {
          get
          set
        }
        private let secret: Swift.Int
        @_hasInitialValue public static let cold: Menu.Soup
      }
      public func cook(_ soup: Menu.Soup) -> Swift.Array<Swift.String>
      @available(*, unavailable)
      extension Menu.Soup : Swift.Sendable {
      }
      """
    )
    let served = try served()
    func declarations(_ query: String) async throws -> [String] {
      try await page("/cookr/Menu/1.0.0/api\(query)", served).text
        .matches(of: /(?s)<code>(.*?)<\/code>/).map { String($0.1) }
    }
    let soup = """
      @frozen
      public struct Soup {
        public var heat: Int { get set }
        public static let cold: Menu.Soup
      }
      """
    let cook = "public func cook(_ soup: Menu.Soup) -&gt; Array&lt;String&gt;"
    let sendable = "@available(*, unavailable)\nextension Menu.Soup : Sendable {\n}"
    #expect(try await declarations("") == [soup, cook, sendable])
    #expect(try await declarations("?q=COOK") == [cook])
    #expect(try await declarations("?q=struct+soup") == [soup])
    #expect(try await declarations("?q=%3Cscript%3E") == [])
  }

  @Test func `a comparison has the files and, where they are known, the public APIs`() async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try scratch.write("// new\n", to: "Components/Menu/Sources/Menu/New.swift")
    try scratch.commitAll()
    try scratch.bump("Menu", "2.0.0")
    let served = try served()
    let uri = "/cookr/Menu?from=1.0.0&to=2.0.0"
    let unknown = try await page(uri, served).text
    #expect(unknown.contains("<h4>Public API <span class=\"muted\">not compared</span></h4>"))
    #expect(
      unknown.contains("<span class=\"chip\">added</span> <code>Sources/Menu/New.swift</code>")
    )
    try document("1.0.0", "public func cook()\n")
    try document("2.0.0", "public func fry()\n")
    let known = try await page(uri, served).text
    #expect(known.contains("<span class=\"muted\">1 incompatible change, 1 addition</span>"))
    #expect(
      known.contains("<a href=\"/rules#declaration-removed\"><code>declaration-removed</code>")
    )
    let rules = try await page("/rules", served).text
    #expect(rules.contains("<h3 id=\"declaration-removed\">"))
  }

  @Test func `documentation runs its own scripts alone, and nothing else of the folder is served`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try document("1.0.0", "public func cook()\n")
    try "secret".write(toFile: "\(folder)/secret.txt", atomically: true, encoding: .utf8)
    try "secret".write(
      toFile: "\(folder)/Menu/1.0.0/.hidden",
      atomically: true,
      encoding: .utf8
    )
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/Menu/1.0.0/link.txt",
      withDestinationPath: "\(folder)/secret.txt"
    )
    let served = try served()
    let page = try await served.answer("/docs/Menu/1.0.0/Menu/documentation/menu/")
    #expect(page["Content-Type"] == "text/html; charset=utf-8")
    let policy = try #require(page["Content-Security-Policy"])
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'sha256-"))
    let script = try await served.answer("/docs/Menu/1.0.0/Menu/js/a.js")
    #expect(script["Content-Type"] == "text/javascript; charset=utf-8")
    let moved = try await served.answer("/docs/Menu/1.0.0/Menu/js")
    #expect(moved.status == 301)
    #expect(moved["Location"] == "/docs/Menu/1.0.0/Menu/js/")
    for uri in [
      "/docs/Menu/1.0.0/../../secret.txt", "/docs/Menu/1.0.0/%2e%2e/%2e%2e/secret.txt",
      "/docs/Menu/1.0.0/..%2f..%2fsecret.txt", "/docs/Menu/1.0.0/.hidden",
      "/docs/Menu/1.0.0/link.txt", "/docs/Menu/1.0.0/Menu/js/", "/docs/secret.txt/1.0.0/",
      "/docs/Menu/../secret.txt",
    ] {
      let answer = try await served.answer(uri)
      #expect(answer.status == 404 || answer.status == 400, "\(uri): \(answer.status)")
      #expect(answer.text != "secret", "\(uri)")
    }
  }

  @Test func `nothing that a package put into its documentation runs a script`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    try document("1.0.0", "public func cook()\n")
    let script = "<script>alert(1)</script>"
    let files = [
      "images/Menu/soup.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\">\(script)</svg>",
      "images/Menu/index.html": script, "downloads/Menu/a.html": script,
      "downloads/documentation/index.html": script, "downloads/Menu/a.xhtml": script,
      "other.html": script, "tutorials/soup/index.html": script,
    ]
    for (path, text) in files {
      let file = URL(filePath: "\(folder)/Menu/1.0.0/Menu/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    let served = try served()
    for path in files.keys.sorted() {
      let answer = try await served.answer("/docs/Menu/1.0.0/Menu/\(path)")
      #expect(answer.status == 200 && answer["X-Content-Type-Options"] == "nosniff", "\(path)")
      let policy = try #require(answer["Content-Security-Policy"])
      if path.hasPrefix("tutorials/") {
        // One of DocC's, whose only own script is the line that names a path.
        #expect(policy.contains("script-src 'self'; "), "\(path)")
      } else {
        #expect(policy.hasPrefix("default-src 'none'; style-src"), "\(path)")
        #expect(policy.hasSuffix("; sandbox"), "\(path)")
      }
      let disposition = path.hasPrefix("downloads/") ? "attachment" : nil
      #expect(answer["Content-Disposition"] == disposition, "\(path)")
    }
    let data = try await served.answer("/docs/Menu/1.0.0/api.json")
    #expect(data["Content-Security-Policy"]?.hasSuffix("; sandbox") == true)
  }

  @Test func `an export has the pages of what was documented before and after it`() throws {
    let export = "\(scratch.path)-export"
    defer { try? FileManager.default.removeItem(atPath: export) }
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    func text(_ file: String) throws -> String {
      try String(contentsOfFile: "\(export)/\(file)", encoding: .utf8)
    }
    try document("1.0.0", "public func cook()\n", in: "\(export)/docs")
    _ = try ExportRegistry(to: export).run(in: scratch.workspace())
    let page = try text("cookr/Menu/page.html")
    #expect(page.contains("<a href=\"/docs/Menu/1.0.0/index.html\">Documentation</a>"))
    #expect(page.contains("<a href=\"/cookr/Menu/1.0.0/api.html\">Public API</a>"))
    #expect(try text("cookr/Menu/1.0.0/api.html").contains("<code>public func cook()</code>"))

    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    _ = try ExportRegistry(to: export).run(in: scratch.workspace())
    #expect(!(try text("cookr/Menu/page.html").contains("/docs/Menu/1.1.0/")))
    try document("1.1.0", "public func fry()\n", in: "\(export)/docs")
    _ = try ExportRegistry(to: export).run(in: scratch.workspace())
    #expect(try text("cookr/Menu/page.html").contains("/docs/Menu/1.1.0/index.html"))
    let again = try ExportRegistry(to: export).run(in: scratch.workspace())
    #expect(again.files == 0)
  }
}

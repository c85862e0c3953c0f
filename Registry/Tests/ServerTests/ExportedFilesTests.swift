import Base
import Foundation
import HTTPTypes
import Model
import Releases
import ScratchMonorepos
import ScratchRepositories
import Sharing
import Site
import Synchronization
import Testing
import Versions

/// An export beside what the server answers.
@Suite(.scratchRepository)
struct ExportedFilesTests {
  let scratch = Scratch.current

  /// - Returns: The folder of an export.
  private func export() throws -> String {
    let folder = "\(scratch.path)-export"
    let address = try RegistryAddress("http://localhost", allowsInsecure: true)
    _ = try ExportRegistry(to: folder, address: address).run(in: scratch.workspace())
    return folder
  }

  @Test func `the files are what the server answers, byte for byte`() async throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.write(
      MonorepoFiles.package("Menu", dependsOn: []),
      to: "Components/Menu/Package@swift-5.9.swift"
    )
    try scratch.commitAll()
    try scratch.bump("Menu", "1.1.0", notes: "Soup.")
    let folder = try export()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let served = try Served()
    let places = [
      "cookr/Menu": "cookr/Menu/index.json",
      "cookr/Menu/1.0.0": "cookr/Menu/1.0.0/index.json",
      "cookr/Menu/1.1.0": "cookr/Menu/1.1.0/index.json",
      "cookr/Menu/1.1.0.zip": "cookr/Menu/1.1.0.zip",
      "cookr/Menu/1.1.0/Package.swift": "cookr/Menu/1.1.0/Package.swift",
      "cookr/Menu/1.1.0/Package.swift?swift-version=5.9.0":
        "cookr/Menu/1.1.0/Package@swift-5.9.swift",
      "cookr/Menu/history.json": "cookr/Menu/history.json",
      "cookr/Kitchen": "cookr/Kitchen/index.json",
      "registry.json": "registry.json", "graph.json": "graph.json",
      "apps.json": "apps.json", "style.css": "style.css",
      "icon.svg": "icon.svg", "availability": "availability",
    ]
    for (uri, file) in places {
      let answer = try await served.answer("/\(uri)")
      #expect(answer.status == 200, "\(uri)")
      let content = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
      #expect(answer.text == String(decoding: content, as: UTF8.self), "\(uri)")
      #expect(answer.bytes == Array(content), "\(uri)")
    }
  }

  @Test func `hosts are told the policies, and that answers differ by the Accept header`() throws {
    try scratch.makeApp()
    let folder = try export()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let content =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
    for name in ["nginx.conf", "caddy.conf", "_headers"] {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      #expect(text.contains(content), "\(name)")
      #expect(text.contains("script-src 'self'; style-src 'self' 'unsafe-inline'"), "\(name)")
      #expect(text.contains("public, max-age=31536000, immutable"), "\(name)")
      // Such hosts cannot answer by the header.
      #expect(text.contains("Vary Accept") == (name != "_headers"), "\(name)")
    }
  }

  @Test func `hosts are told the charset of feeds and of other text`() throws {
    try scratch.makeApp()
    let folder = try export()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, line) in [
      ("nginx.conf", "charset utf-8;"),
      ("nginx.conf", "charset_types application/atom+xml text/css text/javascript text/plain;"),
      ("caddy.conf", #"header @atom Content-Type "application/atom+xml; charset=utf-8""#),
      ("_headers", "Content-Type: application/atom+xml; charset=utf-8"),
    ] {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.contains(line), "\(name)")
    }
  }

  /// The pages of an export.
  private func pages(in folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".html") }.sorted()
  }

  @Test func `an export leaves out the pages of old releases, and no link to them is dead`() throws
  {
    try scratch.makeApp()
    for version in ["1.1.0", "1.2.0", "2.0.0-beta.1"] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version)
    }
    let folder = "\(scratch.path)-export"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func export(_ pages: ReleasePages?) throws -> ExportRegistry.Result {
      var export = ExportRegistry(to: folder)
      (export.releasePages, export.listsChanges) = (pages, true)
      return try export.run(in: scratch.workspace())
    }
    func releases() throws -> [String] {
      try pages(in: folder).compactMap { page in
        page.wholeMatch(of: /cookr\/(.+)\/page\.html/).map { String($0.1) }
      }.filter { $0.contains("/") }
    }
    func checkLinks() throws {
      for page in try pages(in: folder) {
        let html = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
        for link in html.matches(of: /(?:href|src)="(\/[^"#?]*)?(?:\?[^"#]*)?(?:#([^"]*))?"/) {
          let file = link.1.map { "\(folder)\($0)" } ?? "\(folder)/\(page)"
          #expect(FileManager.default.fileExists(atPath: file), "\(page): \(link.0)")
          guard let anchor = link.2 else { continue }
          let text = try String(contentsOfFile: file, encoding: .utf8)
          #expect(text.contains("id=\"\(anchor)\""), "\(page): \(link.0)")
        }
      }
    }
    _ = try export(nil)
    #expect(try releases().count == 5)
    try checkLinks()

    let less = try export(.newest(1))
    // The release to recommend has a page, too.
    #expect(try releases() == ["Kitchen/1.0.0", "Menu/1.2.0", "Menu/2.0.0-beta.1"])
    #expect(less.changed.contains("cookr/Menu/1.1.0/page.html"))
    try checkLinks()
    // Clients get all releases.
    #expect(FileManager.default.fileExists(atPath: "\(folder)/cookr/Menu/1.0.0/index.json"))
    #expect(FileManager.default.fileExists(atPath: "\(folder)/cookr/Menu/1.0.0.zip"))

    // It is the choice of later runs, too.
    #expect(try export(nil).changed == [])
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.3.0")
    _ = try export(nil)
    #expect(try releases() == ["Kitchen/1.0.0", "Menu/1.3.0", "Menu/2.0.0-beta.1"])
    _ = try export(.all)
    #expect(try releases().count == 6)
    try checkLinks()
  }

  @Test func `progress counts each page of a release`() throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let folder = "\(scratch.path)-export"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let seen = Mutex<[OperationProgress]>([])
    var export = ExportRegistry(to: folder)
    export.progress = { step in seen.withLock { $0.append(step) } }
    _ = try export.run(in: scratch.workspace())
    let steps = seen.withLock(\.self)
    // Two components with three releases.
    for (task, total) in [("exporting components", 2), ("making pages", 5)] {
      let counts = steps.filter { $0.task == task }
      #expect(counts.map(\.completed).sorted() == Array(1...total), "\(task)")
      #expect(counts.allSatisfy { $0.total == total }, "\(task)")
    }
  }

  @Test func `a collection has what a search shows of a package, and all its releases`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.write("# Menu\n\nA *soup* a day.\n", to: "Components/Menu/README.md")
    try scratch.write(
      "MIT License\n\nPermission is hereby granted, free of charge, to any person",
      to: "Components/Menu/LICENSE"
    )
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let folder = try export()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func package() throws -> [String: Any] {
      let data = try Data(contentsOf: URL(filePath: "\(folder)/collection.json"))
      let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      return try #require((root["packages"] as? [[String: Any]])?.first)
    }
    func versions() throws -> [String] {
      let versions = try #require(try package()["versions"] as? [[String: Any]])
      return versions.compactMap { $0["version"] as? String }
    }
    let first = try package()
    let page = "http://localhost/cookr/Menu/page.html"
    #expect(first["summary"] as? String == "A soup a day.")
    #expect(first["keywords"] as? [String] == ["feature"])
    #expect(first["readmeURL"] as? String == "\(page)#readme")
    #expect(first["license"] as? [String: String] == ["name": "MIT", "url": "\(page)#facts"])
    #expect(try versions() == ["1.1.0", "1.0.0"])
    // What is withdrawn is not found, and what was written before stays.
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion("1.1.0"),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    _ = try export()
    #expect(try versions() == ["1.2.0", "1.0.0"])
  }

  @Test func `pages name files, and nothing that only a server does`() throws {
    try scratch.makeApp()
    let folder = try export()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for page in ["index.html", "graph.html", "apps.html", "cookr/Menu/page.html"] {
      let html = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
      // What is shown by the script that does it.
      let forms = html.components(separatedBy: "<form").dropFirst()
      #expect(
        forms.allSatisfy { $0.hasPrefix(#" class="search" role="search" hidden>"#) },
        "\(page)"
      )
      #expect(forms.count == (["index.html", "graph.html"].contains(page) ? 1 : 0), "\(page)")
      #expect(html.contains(#"<script src="/page.js?v="#), "\(page)")
      for link in html.matches(of: /(?:href|src)="\/([^"#?]*)/) {
        let path = "\(folder)/\(link.1)"
        #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(link.1)")
        #expect(link.1.contains("."), "\(page) links to the folder \(link.1)")
      }
    }
  }
}

import Sharing
import Site
import Versions
import Foundation
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

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

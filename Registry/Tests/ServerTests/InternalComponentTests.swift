import Base
import Model
import Server
import Site
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Internal components do not exist for readers.
@Suite(.scratchRepository)
struct InternalComponentTests {
  let scratch = Scratch.current

  private func write(menu: String, kitchen: String) throws {
    try scratch.write(
      """
      {
        "components": {
          "Kitchen": { "path": "Components/Kitchen"\(kitchen) },
          "Menu": { "path": "Components/Menu"\(menu) }
        },
        "repositories": "https://git.example.com/{name}",
        "schema": 1,
        "scope": "cookr"
      }

      """,
      to: "Registry/manifest.json"
    )
  }

  private func makeReleases() throws {
    try scratch.makeMonorepo(["Menu", "Kitchen"])
    try write(menu: #", "release": "internal""#, kitchen: "")
    try scratch.commitAll("Keep the menu")
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
  }

  @Test(arguments: [
    "/cookr/Menu", "/cookr/Menu/1.0.0", "/cookr/Menu/1.0.0.zip", "/cookr/Menu/1.0.0/Package.swift",
    "/identifiers?url=https://git.example.com/Menu",
  ])
  func `the server does not answer for internal components`(path: String) async throws {
    try makeReleases()
    #expect(try await Served().answer(path).status == 404)
    let other = path.replacing("Menu", with: "Kitchen")
    #expect(try await Served().answer(other).status == 200)
  }

  @Test func `the pages do not list them`() async throws {
    try makeReleases()
    let page = try await Served().answer("/")
    #expect(page.text.contains("Kitchen") && !page.text.contains("Menu"))
  }

  @Test func `an export has nothing of them`() throws {
    try makeReleases()
    let folder = "\(scratch.path)-export"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try ExportRegistry(to: folder).run(in: scratch.workspace())
    #expect((result.components, result.releases) == (1, 1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/cookr") == ["Kitchen"])
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let content = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
      #expect(!String(decoding: content, as: UTF8.self).contains("Menu"), "\(file)")
    }
  }

  @Test func `the server offers releases that were public, and none that were internal`()
    async throws
  {
    try makeReleases()
    try write(menu: "", kitchen: #", "release": "internal""#)
    try scratch.commitAll("Publish the menu, and keep the kitchen")
    try scratch.bump("Menu", "1.0.1")
    try scratch.change("Kitchen")
    try scratch.bump("Kitchen", "1.1.0")
    let served = try Served()
    #expect(try await served.answer("/cookr/Menu/1.0.0").status == 404)
    #expect(try await served.answer("/cookr/Menu/1.0.1").status == 200)
    #expect(try await served.answer("/cookr/Kitchen/1.0.0").status == 200)
    #expect(try await served.answer("/cookr/Kitchen/1.1.0").status == 404)
    let page = try await served.answer("/")
    #expect(!page.text.contains("Kitchen") && page.text.contains("Menu"))
  }

  @Test func `a repository of nothing else is not served`() throws {
    try makeReleases()
    try scratch.workspace().refuseServingNothing()
    try scratch.makeMonorepo(["Soup"])
    try scratch.git("rm", "-rq", "Registry/releases")
    try scratch.write(
      #"{"components": {"Soup": {"path": "Components/Soup"}}, "release": "internal", "#
        + #""schema": 1, "scope": "cookr"}"#,
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Keep all")
    #expect {
      try scratch.workspace().refuseServingNothing()
    } throws: {
      ($0 as? OperationError)?.code == .internalComponent
    }
  }
}

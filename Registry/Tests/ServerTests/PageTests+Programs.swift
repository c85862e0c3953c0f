import Foundation
import HTTPTypes
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What stands at the pages' addresses for those who are no browsers.
extension PageTests {
  @Test func `clients of the protocol get what they always got`() async throws {
    try makeReleases()
    let served = try Served()
    let list = try await served.answer("/cookr/Menu")
    #expect(list["Content-Type"] == "application/json")
    #expect(list["Vary"] == "Accept")
    for accept in [
      "application/vnd.swift.registry.v1+json", "application/json", "*/*",
      "application/json, text/html;q=0",
    ] {
      let answer = try await served.answer("/cookr/Menu", headers: [.accept: accept])
      #expect(answer.text == list.text, "\(accept)")
    }
    let home = try await served.answer("/", headers: [.accept: "application/json"])
    #expect(try await home.text == served.answer("/registry.json").text)
    #expect(try await served.answer("/").text == home.text)
    let head = try await served.answer("/", .head, headers: Self.browser)
    #expect(head.status == 200)
    #expect(head.bytes == [])
    #expect(try await served.answer("/graph", .post).problem != nil)
  }

  @Test func `programs get the same as JSON`() async throws {
    try makeReleases(notes: "Soup.")
    let served = try Served()
    func json(_ uri: String) async throws -> String {
      let answer = try await served.answer(uri)
      #expect(answer["Content-Type"] == "application/json")
      return answer.text.replacing(/sha256:[0-9a-f]{64}/, with: "CHECKSUM")
        .replacing(/[0-9a-f]{40}/, with: "OBJECT")
    }
    let registryJSON = try await json("/registry.json")
    #expect(registryJSON == PageSamples.registryJSON)
    let graphJSON = try await json("/graph.json")
    #expect(graphJSON == PageSamples.graphJSON)
    let appsJSON = try await json("/apps.json")
    #expect(appsJSON == PageSamples.appsJSON)
    let historyJSON = try await json("/cookr/Menu/history.json")
    #expect(historyJSON == PageSamples.historyJSON)
    #expect(try await served.answer("/cookr/Nothing/history.json").status == 404)
  }

  @Test func `the first page of all components waits for nothing that is read`() async throws {
    try makeReleases()
    let served = try Served()
    await served.service.makePages()
    // What was read is all that is left.
    try FileManager.default.removeItem(atPath: scratch.path)
    for path in ["/", "/graph", "/registry.json"] {
      let answer = try await served.answer(path, headers: Self.browser)
      #expect(answer.status == 200 && answer.text.contains("Menu"), "\(path)")
    }
  }

  @Test func `pages of many components say so until the releases are read after a start`()
    async throws
  {
    let names = (0...100).map { "Part\($0)" }
    try scratch.makeMonorepo(names)
    try scratch.bump("Part0", "1.0.0")
    let log = try scratch.read("Registry/releases/Part0.jsonl")
    for name in names { try scratch.write(log, to: "Registry/releases/\(name).jsonl") }
    try scratch.commitAll()
    let served = try Served()
    let home = try await served.answer("/", headers: Self.browser)
    #expect(home.status == 503 && home["Retry-After"] == "1" && home["Refresh"] == "1")
    #expect(home.text.contains("has read the releases of 0 of 101 components"))
    for path in ["/registry.json", "/graph.json", "/feed.atom", "/cookr/Part7/history.json"] {
      let answer = try await served.answer(path)
      #expect(answer.status == 503 && answer["Retry-After"] == "1", "\(path)")
    }
    #expect(try await served.answer("/cookr/Part7").status == 200)
    #expect(try await served.answer("/cookr/Part7/1.0.0").status == 200)
    try await served.service.registry.readAll()
    #expect(try await served.answer("/", headers: Self.browser).status == 200)
    #expect(try await served.answer("/feed.atom").status == 200)
  }

  @Test func `pages of all components are made before anybody asks for them`() async throws {
    try makeReleases()
    let served = try Served()
    let paths = ["/", "/graph", "/graph.json", "/apps", "/registry.json"]
    for path in paths { _ = try await served.answer(path, headers: Self.browser) }
    try scratch.change("Kitchen")
    try scratch.bump("Kitchen", "1.1.0")
    try await served.service.registry.refresh()
    await served.service.makePages()
    // What was made is all that is left.
    try FileManager.default.removeItem(atPath: scratch.path)
    for path in paths {
      let answer = try await served.answer(path, headers: Self.browser)
      #expect(answer.status == 200 && answer.text.contains("1.1.0"), "\(path)")
    }
    #expect(try await served.answer("/apps?again", headers: Self.browser).status == 200)
    #expect(try await served.answer("/cookr/Menu/1.0.0.zip").status == 500)
  }
}

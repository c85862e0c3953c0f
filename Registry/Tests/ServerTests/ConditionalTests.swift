import HTTPTypes
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Who has an answer already is told so.
@Suite(.scratchRepository)
struct ConditionalTests {
  private let scratch = Scratch.current

  @Test(arguments: [
    "/cookr/Menu", "/cookr/Menu/1.0.0", "/cookr/Menu/1.0.0/Package.swift",
    "/cookr/Menu/1.0.0.zip", "/registry.json",
  ])
  func `an answer has a tag, and is not sent again to who has it`(_ path: String) async throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    let served = try Served()
    let whole = try await served.answer(path)
    let tag = try #require(whole["ETag"])
    for header in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
      let answer = try await served.answer(path, headers: [.ifNoneMatch: header])
      #expect(answer.status == 304)
      #expect(answer.bytes == [])
      #expect(answer["ETag"] == tag)
      #expect(answer["Content-Version"] == "1")
      #expect(answer["Link"] == whole["Link"])
    }
    let other = try await served.answer(path, headers: [.ifNoneMatch: "\"other\""])
    #expect(other.bytes == whole.bytes)
  }

  @Test func `a later release changes the entity tags of the answers that it changes`() async throws
  {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    let paths = ["/cookr/Menu", "/cookr/Menu/1.0.0"]
    let served = try Served()
    var tags: [String?] = []
    for path in paths { tags.append(try await served.answer(path)["ETag"]) }
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try await served.service.registry.refresh()
    for (path, tag) in zip(paths, tags) {
      #expect(try await served.answer(path)["ETag"] != tag)
    }
  }
}

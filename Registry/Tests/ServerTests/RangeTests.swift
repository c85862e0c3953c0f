import HTTPTypes
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct RangeTests {
  private func archive(_ headers: HTTPFields, _ method: HTTPRequest.Method = .get) async throws
    -> Answer
  {
    try await Served().answer("/cookr/Menu/1.0.0.zip", method, headers: headers)
  }

  private func makeRelease() throws {
    try Scratch.current.makeMonorepo(["Menu"])
    try Scratch.current.bump("Menu", "1.0.0")
  }

  @Test func `a range is answered with that part`() async throws {
    try makeRelease()
    let whole = try await archive([:]).bytes
    let size = whole.count
    let ranges: [(header: String, part: Range<Int>)] = [
      ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=10-", 10..<size),
      ("bytes=-7", size - 7..<size), ("bytes=-99999999", 0..<size),
      ("bytes=5-99999999999999999999", 5..<size), ("Bytes= 1-2", 1..<3),
    ]
    for (header, part) in ranges {
      let answer = try await archive([.range: header])
      #expect(answer.status == 206)
      #expect(answer.bytes == Array(whole[part]))
      #expect(answer["Content-Range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
      #expect(answer["Content-Length"] == "\(part.count)")
    }
  }

  @Test(arguments: ["bytes=5-2", "bytes=-", "bytes=0-1,3-4", "lines=0-1", "bytes=a-b", "bytes", ""])
  func `a request without one valid range gets the whole archive`(_ range: String) async throws {
    try makeRelease()
    let answer = try await archive([.range: range])
    #expect(answer.status == 200)
    #expect(answer.bytes == (try await archive([:]).bytes))
  }

  @Test func `a range in a request for the head alone has no effect`() async throws {
    try makeRelease()
    let answer = try await archive([.range: "bytes=0-0"], .head)
    #expect(answer.status == 200)
    #expect(answer["Content-Range"] == nil)
  }

  @Test(arguments: ["bytes=99999999-", "bytes=99999999-99999999", "bytes=-0"])
  func `a range behind the end is refused with the size`(_ range: String) async throws {
    try makeRelease()
    let size = try await archive([:]).bytes.count
    let answer = try await archive([.range: range])
    #expect(answer.status == 416)
    #expect(answer.problem == "the archive has \(size) bytes, the range is outside of it")
    #expect(answer["Content-Range"] == "bytes */\(size)")
  }

  @Test func `a part is sent only to whoever has the rest of the same bytes`() async throws {
    try makeRelease()
    let tag = try #require(try await archive([:])["ETag"])
    #expect(try await archive([.range: "bytes=1-2", .ifRange: tag]).status == 206)
    #expect(try await archive([.range: "bytes=1-2", .ifRange: "\"other\""]).status == 200)
    #expect(
      try await archive([.range: "bytes=1-2", .ifRange: "Fri, 21 Nov 2025 09:00:00 GMT"]).status
        == 200
    )
  }

  @Test func `a client that has the archive already gets status 304`() async throws {
    try makeRelease()
    let tag = try #require(try await archive([:])["ETag"])
    for header in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let answer = try await archive([.ifNoneMatch: header])
      #expect(answer.status == 304)
      #expect(answer.bytes == [])
      #expect(answer["ETag"] == tag)
    }
    #expect(try await archive([.ifNoneMatch: "\"other\""]).status == 200)
  }

  @Test func `a head has everything but the bytes`() async throws {
    try makeRelease()
    let whole = try await archive([:])
    let head = try await archive([:], .head)
    #expect(head.status == 200)
    #expect(head.bytes == [])
    #expect(head.headers == whole.headers)
  }
}

import HTTPTypes
import NIOCore
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What requests are answered with that no client library would send, byte by byte.
@Suite(.scratchRepository)
struct WireTests {
  private let scratch = Scratch.current

  /// What comes back until the server closes.
  private func answer(_ request: String) async throws -> String {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    return try await Served().live { port in
      let talk = try await Talk(port)
      await talk.send(request)
      return await talk.text()
    }
  }

  private func detail(_ answer: String) -> String? {
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
    guard parts.count == 2, parts[0].contains("Content-Type: application/problem+json"),
      parts[0].contains("Content-Version: 1"), parts[0].contains("Connection: close")
    else { return nil }
    return parts[1].split(separator: "\"").dropFirst(3).first.map { String($0) }
  }

  @Test(arguments: [
    ("", 400, "missing Host header, expected the name of the server"),
    ("Host: a\r\nHost: b\r\n", 400, "two Host headers, expected one"),
    ("Host: a,b\r\n", 400, "invalid Host header"),
    (
      "Host: \(String(repeating: "a", count: 256))\r\n", 400,
      "the Host header has 256 bytes, expected at most 255"
    ),
    (
      "Host: a\r\nX: \(String(repeating: "a", count: 17_000))\r\n", 431,
      "the head of the request has more than 16384 bytes or 100 fields"
    ),
    (
      "Host: a\r\n\(String(repeating: "X: a\r\n", count: 101))", 431,
      "the head of the request has more than 16384 bytes or 100 fields"
    ),
    ("Host: a\r\nno colon\r\n", 400, "the request is malformed: invalid character in header"),
  ])
  func `a head that cannot be read is refused with a problem`(
    fields: String,
    status: Int,
    detail: String
  ) async throws {
    let answer = try await answer(
      "GET /cookr/Menu HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n"
    )
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(self.detail(answer) == detail)
  }

  @Test(arguments: [
    ("GOT /cookr/Menu HTTP/1.1", 501), ("PROPFIND /cookr/Menu HTTP/1.1", 501),
    ("CONNECT example.com:443 HTTP/1.1", 501), ("PATCH /cookr/Menu HTTP/1.1", 405),
    ("GET /cookr/Menu HTTP/3.0", 505), ("GET /cookr/Menu", 505),
  ])
  func `an unsupported request line is refused with a problem`(
    line: String,
    status: Int
  ) async throws {
    let answer = try await answer("\(line)\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    #expect(detail(answer) != nil)
  }

  @Test func `the authority of an absolute target is the one that counts`() async throws {
    let answer = try await answer(
      """
      GET http://example.com:80/cookr/Menu?page=1 HTTP/1.1\r
      Host: localhost\r
      Connection: close\r
      \r

      """
    )
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.contains("\"url\":\"http://example.com:80/cookr/Menu/1.0.0\""))
  }

  @Test(arguments: ["", "Connection: keep-alive\r\n", "Host: localhost\r\n"])
  func `a connection of the old version ends behind its answer`(fields: String) async throws {
    let answer = try await answer("GET /availability HTTP/1.0\r\n\(fields)\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.contains("Connection: close\r\n"))
  }

  @Test func `a refusal comes after the answers to earlier requests of a connection`() async throws
  {
    let answer = try await answer(
      "GET /availability HTTP/1.1\r\nHost: a\r\n\r\nGET\u{1}/ HTTP/1.1\r\n\r\n"
    )
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.contains("{\"available\":true}HTTP/1.1 501 "))
  }

  @Test func `a body is asked for when nothing is left to refuse`() async throws {
    try scratch.makeMonorepo()
    let token = try scratch.token()
    let publication = Publication()
    let body = try publication.body()
    @Sendable func head(_ token: String, _ type: String, _ length: Int) -> String {
      """
      PUT /cookr/Soup/1.0.0 HTTP/1.1\r
      Host: localhost\r
      Authorization: Bearer \(token)\r
      Content-Type: \(type)\r
      Content-Length: \(length)\r
      Expect: 100-continue\r
      \r

      """
    }
    let type = try #require(publication.headers[.contentType])
    let size = body.readableBytes
    let refused = [
      (head("wrong", type, size), 401), (head(token, "application/zip", size), 415),
      (head(token, type, 60 << 20), 413),
    ]
    try await Served().live { port in
      for (head, status) in refused {
        let talk = try await Talk(port)
        await talk.send(head)
        let answer = await talk.text()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(detail(answer) != nil)
      }
      let talk = try await Talk(port)
      await talk.send(head(token, type, size))
      #expect(await talk.text { $0.hasSuffix("\r\n\r\n") } == "HTTP/1.1 100 Continue\r\n\r\n")
      await talk.send(body)
      #expect(await talk.text { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 201 "))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a sender that waits to be asked for its body gets the answers before it`() async throws {
    try scratch.makeMonorepo()
    let token = try scratch.token()
    let publication = Publication()
    let body = try publication.body()
    let requests = """
      GET /availability HTTP/1.1\r
      Host: localhost\r
      \r
      PUT /cookr/Soup/1.0.0 HTTP/1.1\r
      Host: localhost\r
      Authorization: Bearer \(token)\r
      Content-Type: \(publication.headers[.contentType] ?? "")\r
      Content-Length: \(body.readableBytes)\r
      Expect: 100-continue\r
      \r

      """
    try await Served().live { port in
      let talk = try await Talk(port)
      await talk.send(requests)
      let answers = await talk.text { $0.hasSuffix("100 Continue\r\n\r\n") }
      #expect(answers.hasSuffix("{\"available\":true}HTTP/1.1 100 Continue\r\n\r\n"))
      await talk.send(body)
      #expect(await talk.text { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 201 "))
    }
  }
}

import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Server
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// What the server does with connections that ask too much of it, over real sockets.
@Suite(.scratchRepository)
struct ConnectionLimitTests {
  private let scratch = Scratch.current

  @Test func `an upload that is slow or cut off leaves nothing behind`() async throws {
    try scratch.makeMonorepo()
    let token = try scratch.token()
    let publication = Publication()
    let body = try publication.body()
    let head = """
      PUT /cookr/Soup/1.0.0 HTTP/1.1\r
      Host: localhost\r
      Authorization: Bearer \(token)\r
      Content-Type: \(publication.headers[.contentType] ?? "")\r
      Content-Length: \(body.readableBytes)\r
      \r

      """
    let half = String(buffer: body).prefix(body.readableBytes / 2)
    var limits = ConnectionLimits.patient
    limits.deadlines.body = .milliseconds(100)
    let served = try Served()
    let before = try scratch.everything()
    try await served.live(limits) { port in
      let slow = try await Talk(port)
      await slow.send(head + half)
      // Until the other side closes.
      #expect(await !slow.text().hasPrefix("HTTP/1.1 201"))
      let cut = try await Talk(port)
      await cut.send(head + half)
      try await cut.close()
    }
    #expect(try scratch.everything() == before)
    #expect(try await publication.send(to: served, token: token).status == 201)
  }

  private static let request = "GET /availability HTTP/1.1\r\nHost: localhost\r\n"

  /// A connection that has got an answer, and so is counted.
  private func talk(_ port: Int) async throws -> Talk {
    let talk = try await Talk(port)
    #expect(await isAnswered(talk))
    return talk
  }

  private func isAnswered(_ talk: Talk) async -> Bool {
    await talk.send("\(Self.request)\r\n")
    return await talk.text { $0.hasSuffix("}") }.hasPrefix("HTTP/1.1 200")
  }

  private func live(places: Int, _ body: @Sendable (Int) async throws -> Void) async throws {
    try scratch.makeMonorepo()
    var limits = ConnectionLimits.patient
    limits.connections = places
    try await Served().live(limits, timeout: .zero, body)
  }

  @Test func `an address may have any number of slow and unused connections`() async throws {
    try await live(places: 1024) { port in
      var talks: [Talk] = []
      for _ in 0..<70 { talks.append(try await talk(port)) }
      for talk in talks { await talk.send(Self.request) }
      for talk in talks {
        await talk.send("\r\n")
        #expect(await talk.text { $0.hasSuffix("}") }.hasPrefix("HTTP/1.1 200"))
      }
    }
  }

  @Test func `a full server closes the connection that has waited longest`() async throws {
    try await live(places: 2) { port in
      let unused = try await talk(port)
      let used = try await talk(port)
      let last = try await talk(port)
      #expect(await unused.text() == "")
      #expect(await isAnswered(used))
      #expect(await isAnswered(last))
    }
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "", "GET /avail", "GET /availability HTTP/1.1\r\nHost: a\r\n\r\n",
      old, old + old, last, last + last, "GET\u{1}/ HTTP/1.1\r\n\r\n",
      upload + "\r\n", upload + "Expect: 100-continue\r\n\r\n", upload + "\r\nhalf",
      upload + "\r\nhalf\(last)\(last)",
    ]
  )
  func `a server that is stopped waits for no sender that it owes nothing`(
    _ text: String
  ) async throws {
    try scratch.makeMonorepo()
    try await Served().live { port in
      let talk = try await Talk(port, staysOpen: true)
      await talk.send(text)
      guard text.contains("\r\n\r\n") else { return }
      #expect(await talk.text { $0.hasSuffix("}") } != "")
    }
  }

  private static let old = "GET /availability HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
  private static let last = "GET /availability HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
  private static let upload = "PUT /cookr/Soup/1.0.0 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"

  @Test func `a client that hangs up during an upload logs no error of the server`() async throws {
    try scratch.makeMonorepo()
    let token = try scratch.token()
    let log = LogRecorder()
    let served = try Served(log: log)
    let head = """
      PUT /cookr/Soup/1.0.0 HTTP/1.1\r
      Host: localhost\r
      Authorization: Bearer \(token)\r
      Content-Type: multipart/form-data;boundary=x\r
      Transfer-Encoding: chunked\r
      Expect: 100-continue\r
      \r

      """
    // The service ends when all that it has begun has ended.
    try await served.live { port in
      let talk = try await Talk(port)
      await talk.send(head)
      #expect(await talk.text { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 100 "))
      await talk.send("10\r\nhalf")
      try await talk.close()
    }
    #expect(log.errors == [])
  }
}

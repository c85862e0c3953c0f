import Foundation
import HTTPClient
import HTTPClientTesting
import Testing

/// What servers do wrong, over real sockets; `URLSession` does not survive some of it.
@Suite(.timeLimit(.minutes(1)))
struct CurlClientTests {
  private static let beginnings = [
    "", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
  ]

  @Test(arguments: beginnings)
  func `a connection that is closed too soon is said to be broken off`(beginning: String)
    async throws
  {
    #expect(try await failure(with: .bytes(beginning)).code == .connectionClosed)
  }

  @Test(arguments: beginnings)
  func `a connection that is torn down is said to be broken off`(beginning: String) async throws {
    #expect(try await failure(with: .reset(after: beginning)).code == .connectionClosed)
  }

  @Test(arguments: beginnings)
  func `a server that falls silent costs the time limit and no more`(beginning: String)
    async throws
  {
    let began = ContinuousClock.now
    let error = try await failure(
      with: .silence(after: beginning),
      over: CurlClient(timeout: .milliseconds(200), longestBody: 100)
    )
    #expect(began.duration(to: .now) < .seconds(10))
    #expect(error.code == .timedOut)
  }

  @Test(arguments: [
    "garbage\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 400_000))\r\n\r\n",
  ])
  func `what is no HTTP is a failure`(answer: String) async throws {
    let code = try await failure(with: .bytes(answer)).code
    #expect([.failed, .connectionClosed].contains(code), "\(code)")
  }

  @Test(arguments: [
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nTrailer: x\r\n\r\n", 200
    ),
    (
      "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      200
    ),
    ("HTTP/1.1 200 OK\r\n\r\nok", 200),
    ("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nok", 401),
    ("HTTP/1.1 307 Gone\r\nLocation: /elsewhere\r\nContent-Length: 2\r\n\r\nok", 307),
  ])
  func `an unusual answer is an answer`(answer: String, status: Int) async throws {
    let server = try LoopbackServer(.bytes(answer))
    defer { server.stop() }
    let response = try await Self.client.send(
      HTTPRequest(.get, server.address, headers: ["X-Test": "yes"])
    )
    #expect(response.status == status)
    #expect(String(decoding: response.body, as: UTF8.self) == "ok")
    #expect(server.requests.map(\.line) == ["GET / HTTP/1.1"])
    #expect(server.requests.first?.headers["x-test"] == "yes")
  }

  @Test func `a POST sends its bytes, also none`() async throws {
    let server = try LoopbackServer(.status(200))
    defer { server.stop() }
    for body in [[0, 0xFF, 0x0A], []] as [[UInt8]] {
      let request = HTTPRequest(.post(body), server.address + "/orders")
      #expect(try await Self.client.send(request).status == 200)
      #expect(server.requests.last?.line == "POST /orders HTTP/1.1")
      #expect(server.requests.last?.body == Data(body))
    }
  }

  @Test func `the header fields of the last head are there, by names in lower case`() async throws {
    let server = try LoopbackServer(
      .bytes(
        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
          + "HTTP/1.1 429 No\r\nRetry-After: 1\r\nRETRY-AFTER: \t 120 \r\nContent-Length: 0\r\n\r\n"
      )
    )
    defer { server.stop() }
    let response = try await Self.client.send(HTTPRequest(.get, server.address))
    let expected = ["retry-after": "120", "content-length": "0"]
    #expect(response == HTTPResponse(status: 429, headers: expected))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is not followed`(status: Int) async throws {
    let elsewhere = try LoopbackServer(.status(200))
    let server = try LoopbackServer(.status(status, headers: ["Location: \(elsewhere.address)"]))
    defer {
      elsewhere.stop()
      server.stop()
    }
    #expect(try await Self.client.send(HTTPRequest(.get, server.address)).status == status)
    #expect(elsewhere.requests.isEmpty)
  }

  @Test(arguments: [(100, false), (101, true)])
  func `so many bytes of a body are read`(length: Int, isTruncated: Bool) async throws {
    let server = try LoopbackServer(.status(200, body: String(repeating: "x", count: length)))
    defer { server.stop() }
    let client = CurlClient(timeout: .seconds(30), longestBody: 100)
    let response = try await client.send(HTTPRequest(.get, server.address))
    #expect(response.status == 200)
    #expect(response.isTruncated == isTruncated)
    #expect(response.body.count == 100)
  }

  @Test func `a server that is not there refuses`() async throws {
    let port = try RefusingPort()
    #expect(try await failure(of: HTTPRequest(.get, port.address)).code == .refused)
  }

  @Test(arguments: ["", "file:///etc/passwd", "ftp://127.0.0.1/", "http://", "http://a b/"])
  func `only HTTP is spoken`(url: String) async throws {
    #expect(try await failure(of: HTTPRequest(.get, url)).code == .invalidURL)
  }

  @Test(arguments: ["one\r\nX-Other: two", "one\ntwo", "\u{0}"])
  func `a header field that would become two is not sent`(value: String) async throws {
    let server = try LoopbackServer(.status(200))
    defer { server.stop() }
    let request = HTTPRequest(.get, server.address, headers: ["X-Name": value])
    #expect(try await failure(of: request).code == .invalidHeader)
    #expect(server.requests.isEmpty)
  }

  @Test func `a cancelled exchange ends at once`() async throws {
    let server = try LoopbackServer(.silence(after: ""))
    defer { server.stop() }
    let address = server.address
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup { group in
        group.addTask {
          let client = CurlClient(timeout: .seconds(50), longestBody: 100)
          _ = try await client.send(HTTPRequest(.get, address))
        }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  private static let client = CurlClient(timeout: .seconds(30), longestBody: 1_048_576)

  /// How a request ends that the server answers so.
  private func failure(
    with reply: LoopbackServer.Reply,
    over client: CurlClient = client
  ) async throws -> HTTPError {
    let server = try LoopbackServer(reply)
    defer { server.stop() }
    return try await failure(of: HTTPRequest(.get, server.address), over: client)
  }

  private func failure(
    of request: HTTPRequest,
    over client: CurlClient = client
  ) async throws -> HTTPError {
    try #require(await #expect(throws: HTTPError.self) { try await client.send(request) })
  }
}

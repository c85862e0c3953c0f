import FlowKit
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import ChefSourcing

/// What servers do wrong, over real sockets; `URLSession` does not survive some of it.
@Suite(.timeLimit(.minutes(1))) struct CurlFetchTests {
  private static let beginnings = [
    "", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
  ]

  @Test(arguments: beginnings)
  func `a connection that is closed too soon is said to be broken off`(beginning: String)
    async throws
  {
    let error = try await failure(with: .bytes(beginning))
    #expect(error == FlowFailure(.unavailable, "Facebook broke the connection off"))
  }

  @Test(arguments: beginnings)
  func `a connection that is torn down is said to be broken off`(beginning: String) async throws {
    let error = try await failure(with: .reset(after: beginning))
    #expect(error == FlowFailure(.unavailable, "Facebook broke the connection off"))
  }

  @Test(arguments: beginnings)
  func `a server that falls silent costs the time limit and no more`(beginning: String)
    async throws
  {
    let began = ContinuousClock.now
    let error = try await failure(
      with: .silence(after: beginning),
      over: CurlFetch(timeout: .milliseconds(200))
    )
    #expect(began.duration(to: .now) < .seconds(10))
    #expect(error == FlowFailure(.unavailable, "there was no answer within 0.2 seconds"))
  }

  @Test(arguments: [
    "garbage\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 400_000))\r\n\r\n",
  ])
  func `what is no HTTP is a failure`(answer: String) async throws {
    #expect(try await failure(with: .bytes(answer)).code == .unavailable)
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
    let response = try await CurlFetch(timeout: .seconds(30)).get(
      server.address,
      headerField: "X-Test: yes"
    )
    #expect(response.status == status)
    #expect(String(decoding: response.body, as: UTF8.self) == "ok")
    #expect(server.requests.map(\.line) == ["GET / HTTP/1.1"])
    #expect(server.requests.first?.headers["x-test"] == "yes")
  }

  @Test(arguments: [(100, true), (101, false)])
  func `an answer has room for so many bytes`(length: Int, fits: Bool) async throws {
    let body = String(repeating: "x", count: length)
    let server = try LoopbackServer(.status(200, body: body))
    defer { server.stop() }
    let fetch = CurlFetch(timeout: .seconds(30), longestBody: 100)
    if fits {
      let response = try await fetch.get(server.address, headerField: "X-Test: yes")
      #expect(String(decoding: response.body, as: UTF8.self) == body)
    } else {
      let expected = FlowFailure(.unavailable, "Facebook's answer is longer than 100 bytes")
      await #expect(throws: expected) {
        try await fetch.get(server.address, headerField: "X-Test: yes")
      }
    }
  }

  @Test func `a server that is not there is said to accept no connection`() async throws {
    let (socket, port) = try LoopbackSocket.bind()
    defer { close(socket) }
    await #expect(throws: FlowFailure(.unavailable, "Facebook accepts no connection")) {
      try await CurlFetch(timeout: .seconds(30)).get(
        "http://127.0.0.1:\(port)",
        headerField: "X-Test: yes"
      )
    }
  }

  @Test func `a cancelled exchange ends at once`() async throws {
    let server = try LoopbackServer(.silence(after: ""))
    defer { server.stop() }
    let address = server.address
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup { group in
        group.addTask {
          _ = try await CurlFetch(timeout: .seconds(50)).get(address, headerField: "X-Test: yes")
        }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  /// How a request ends that the server answers so.
  private func failure(
    with reply: LoopbackServer.Reply,
    over fetch: CurlFetch = CurlFetch(timeout: .seconds(30))
  ) async throws -> FlowFailure {
    let server = try LoopbackServer(reply)
    defer { server.stop() }
    let error = await #expect(throws: FlowFailure.self) {
      try await fetch.get(server.address, headerField: "X-Test: yes")
    }
    return try #require(error)
  }
}

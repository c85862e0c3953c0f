import FlowKit
import HTTPClientTesting
import Testing

@testable import ChefSourcing

/// What a person reads of a request that failed; HTTPClient's tests have all that servers do wrong.
@Suite(.timeLimit(.minutes(1)))
struct FacebookFetchTests {
  @Test func `a connection that is closed too soon is said to be broken off`() async throws {
    let server = try LoopbackServer(.bytes("HTTP/1.1 200 OK\r\nContent-Le"))
    defer { server.stop() }
    #expect(try await problem(at: server.address) == "Facebook broke the connection off")
  }

  @Test func `a server that falls silent costs the time limit and no more`() async throws {
    let server = try LoopbackServer(.silence(after: "HTTP/1.1 200 OK\r\n"))
    defer { server.stop() }
    let fetch = FacebookFetch(timeout: .milliseconds(200))
    let problem = try await problem(at: server.address, over: fetch)
    #expect(problem == "there was no answer within 0.2 seconds")
  }

  @Test func `an answer that is too long is refused`() async throws {
    let server = try LoopbackServer(.status(200, body: String(repeating: "x", count: 101)))
    defer { server.stop() }
    let fetch = FacebookFetch(timeout: .seconds(30), longestBody: 100)
    let problem = try await problem(at: server.address, over: fetch)
    #expect(problem == "Facebook's answer is longer than 100 bytes")
  }

  @Test func `a server that is not there is said to accept no connection`() async throws {
    let port = try RefusingPort()
    #expect(try await problem(at: port.address) == "Facebook accepts no connection")
  }

  @Test func `nothing that the server says is repeated`() async throws {
    let server = try LoopbackServer(.bytes("secret\r\n\r\n"))
    defer { server.stop() }
    #expect(try await !problem(at: server.address).contains("secret"))
  }

  private func problem(
    at url: String,
    over fetch: FacebookFetch = FacebookFetch(timeout: .seconds(30))
  ) async throws -> String {
    let token = try #require(AccessToken("token"))
    let error = await #expect(throws: FlowFailure.self) { try await fetch.get(url, token: token) }
    let failure = try #require(error)
    #expect(failure.code == .unavailable)
    return failure.message
  }
}

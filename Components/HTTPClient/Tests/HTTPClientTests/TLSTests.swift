import Foundation
import HTTPClient
import Testing

/// Servers that must not be trusted.
///
/// There is none with a trusted certificate, since the client trusts the system's authorities
/// alone.
@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
  @Test func `a certificate that no authority has signed is refused`() async throws {
    let server = try HandshakeServer(.certificate)
    let error = try await failure(of: HTTPRequest(.get, server.address))
    #expect(error.code == .untrusted)
    #expect(error.message.contains("certificate"), "\(error)")
  }

  @Test func `a server without TLS is refused`() async throws {
    let server = try HandshakeServer(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
    #expect(try await failure(of: HTTPRequest(.get, server.address)).code == .untrusted)
  }

  @Test func `nothing of the request is sent to a server that is not trusted`() async throws {
    let server = try HandshakeServer(.certificate)
    let request = HTTPRequest(.post(Array("body".utf8)), server.address + "/secret-path")
    _ = try await failure(of: request)
    let received = await server.received
    #expect(received.first == 22, "expected a TLS handshake, got \(received)")
    #expect(!String(decoding: received, as: UTF8.self).contains("secret-path"))
  }

  private func failure(of request: HTTPRequest) async throws -> HTTPError {
    let client = CurlClient(timeout: .seconds(30), longestBody: 100)
    return try #require(await #expect(throws: HTTPError.self) { try await client.send(request) })
  }
}

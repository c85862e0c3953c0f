import Foundation
import HTTPClient
import Testing

@testable import HTTPClientTesting

/// A server for `https` that sends the same bytes to its one client, whatever the client sends.
final class HandshakeServer: Sendable {
  let address: String
  private let results: AsyncStream<[UInt8]>

  init(_ bytes: [UInt8]) throws {
    let (listener, port) = try LoopbackSocket.listen()
    address = "https://127.0.0.1:\(port)"
    let (results, result) = AsyncStream<[UInt8]>.makeStream()
    self.results = results
    Thread.detachNewThread {
      result.yield(Self.serve(listener, bytes))
      result.finish()
    }
  }

  /// All that the client sent before it closed the connection; to be read once.
  var received: [UInt8] {
    get async { await results.first { _ in true } ?? [] }
  }

  private static func serve(_ listener: Int32, _ bytes: [UInt8]) -> [UInt8] {
    let client = accept(listener, nil, nil)
    close(listener)
    guard client >= 0 else { return [] }
    let file = FileHandle(fileDescriptor: client, closeOnDealloc: true)
    try? file.write(contentsOf: Data(bytes))
    return (try? file.readToEnd()).map { Array($0) } ?? []
  }
}

extension [UInt8] {
  /// A server's first two messages of TLS 1.2 (RFC 5246, sections 7.4.1.3 and 7.4.2), with a
  /// self-signed certificate for 127.0.0.1.
  ///
  /// The client checks the certificate before it needs the server's key.
  static let certificate: [UInt8] = {
    let version: [UInt8] = [3, 3]
    let random = [UInt8](repeating: 7, count: 32)
    let cipher: [UInt8] = [0xC0, 0x2B]  // TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
    let renegotiation: [UInt8] = [0, 5, 0xFF, 1, 0, 1, 0]
    let hello = version + random + [0] + cipher + [0] + renegotiation
    let certificates = counted(selfSigned)
    return [(2, hello), (11, counted(certificates))].flatMap { type, body in
      let message = [UInt8(type)] + counted(body)
      return [22] + version + counted(message).dropFirst()
    }
  }()

  /// The bytes after their number, in three bytes.
  private static func counted(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count >> 16 & 0xFF), UInt8(bytes.count >> 8 & 0xFF), UInt8(bytes.count & 0xFF)]
      + bytes
  }

  /// A certificate in DER, whose key is not kept.
  private static let selfSigned = Array(
    Data(
      base64Encoded: """
        MIIBkDCCATagAwIBAgIUd+nqx5/WF8qTrYliWAX4SaBWkB4wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJMTI3LjAu\
        MC4xMCAXDTI2MTEyMzE5NDUzNFoYDzIxMjYxMDMwMTk0NTM0WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcq\
        hkjOPQIBBggqhkjOPQMBBwNCAASupypyo9T/S5/V9dMhaZ0eTE9oW8vj2HNPvgrO0SwQPM57IPMAB1wuGb97McdG\
        Cucu0ewHbFjcoBxtWImXHO/qo2QwYjAdBgNVHQ4EFgQU8S1W/+lYbK8jcKa9ofUc70hVqq8wHwYDVR0jBBgwFoAU\
        8S1W/+lYbK8jcKa9ofUc70hVqq8wDwYDVR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMC\
        A0gAMEUCIQCyJ+85ddalGACrkoL+rwQk6f3zdBTVRDHw5jh6YV4TlAIgNSfj3lXjrNpDiu1vS1OvFYLYimaGJIdR\
        HC4f8+h3zig=
        """
    ) ?? Data()
  )
}

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

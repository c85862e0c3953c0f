import Base
import Server
import Versions
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import ScratchMonorepos
import ScratchRepositories
import ServiceLifecycle
import Synchronization
import Testing

/// The service over the running test's scratch repository.
struct Served: Sendable {
  let service: RegistryService
  private let responder: any HTTPResponder<RegistryRequestContext>
  let logger: Logger

  init(
    directory: String = Scratch.current.path,
    branch: String? = nil,
    options: RegistryService.Options = .init(),
    log: LogRecorder? = nil
  ) throws {
    logger = log?.logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    service = try RegistryService(
      RepositoryAccess.Location(directory: directory, branch: branch),
      options: options,
      logger: logger
    )
    responder = service.responder()
  }

  /// Serves on a port of this machine, which `body` gets, until that ends.
  func live<Value: Sendable>(
    _ limits: ConnectionLimits = .patient,
    timeout: TimeAmount = .seconds(1),
    _ body: @Sendable (_ port: Int) async throws -> Value
  ) async throws -> Value {
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      responder: service.responder(),
      server: limits.server(
        counting: OpenConnections(places: limits.connections, timeout: timeout),
        refusals: service.refusals
      ),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0),
        availableConnectionsDelegate: limits.availability
      ),
      onServerRunning: { channel in
        channel.localAddress?.port.map { _ = running.yield($0) }
        running.finish()
      },
      logger: logger
    )
    let services = ServiceGroup(services: [application], logger: logger)
    return try await withThrowingTaskGroup { group in
      group.addTask {
        defer { running.finish() }
        try await services.run()
      }
      let result: Result<Value, any Error>
      do {
        let port = try #require(await ports.first { _ in true })
        result = .success(try await body(port))
      } catch {
        result = .failure(error)
      }
      await services.triggerGracefulShutdown()
      try await group.waitForAll()
      return try result.get()
    }
  }

  /// What one request is answered with; it goes through no connection.
  func answer(
    _ uri: String,
    _ method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:],
    body: ByteBuffer? = nil,
    host: String = "localhost"
  ) async throws -> Answer {
    var headers = headers
    headers[.contentLength] = body.map { "\($0.readableBytes)" } ?? headers[.contentLength]
    let head = HTTPRequest(
      method: method,
      scheme: "http",
      authority: host,
      path: uri,
      headerFields: headers
    )
    let context = RegistryRequestContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
    )
    let response = try await responder.respond(
      to: Request(head: head, body: RequestBody(asyncSequence: Self.parts(of: body))),
      context: context
    )
    let content = Content()
    try await response.body.write(content)
    return Answer(
      status: response.status.code,
      headers: response.headers,
      bytes: Array(buffer: content.bytes.withLock { $0 })
    )
  }

  /// In pieces, as they come from a connection.
  private static func parts(of body: ByteBuffer?) -> AsyncStream<ByteBuffer> {
    AsyncStream { parts in
      var rest = body ?? ByteBuffer()
      while let part = rest.readSlice(length: min(32 * 1024, rest.readableBytes)),
        part.readableBytes > 0
      {
        parts.yield(part)
      }
      parts.finish()
    }
  }

  /// Collects what is written into the body of an answer.
  private final class Content: ResponseBodyWriter {
    let bytes = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) {
      bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailers: HTTPFields?) {}
  }
}

/// An answer, in the parts that tests compare.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPFields
  let bytes: [UInt8]

  var text: String { String(decoding: bytes, as: UTF8.self) }

  subscript(name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// The SHA-256 of the body.
  var digest: [UInt8] { SHA256.digest(of: bytes) }

  /// The same, as records have it.
  var checksum: String {
    Hexadecimal.text(digest)
  }

  /// The detail of a problem document whose every other part is as it must be; nothing for any
  /// other answer.
  var problem: String? {
    struct Document: Decodable {
      let detail: String
      let status: Int
      let title: String
    }
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
      document.status == status, !document.title.isEmpty,
      self["Content-Type"] == "application/problem+json", self["Content-Language"] == "en",
      self["Content-Version"] == "1", self["Content-Length"] == "\(bytes.count)"
    else { return nil }
    return document.detail
  }
}

extension ConnectionLimits {
  /// With deadlines that no test reaches by being slow, and after which one that waits in vain fails.
  static var patient: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.deadlines.head = .minutes(5)
    limits.deadlines.body = .minutes(5)
    limits.deadlines.idle = .minutes(5)
    return limits
  }
}

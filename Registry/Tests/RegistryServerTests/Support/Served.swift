import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import RegistryServer
import ScratchMonorepos
import ScratchRepositories
import Testing
import Versioning

/// The service over the running test's scratch repository.
struct Served: Sendable {
  let service: RegistryService
  private let logger: Logger

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
  }

  func application(_ limits: ConnectionLimits = ConnectionLimits.patient)
    -> some ApplicationProtocol
  {
    Application(
      responder: service.responder(),
      server: limits.server,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0),
        availableConnectionsDelegate: limits.availability
      ),
      logger: logger
    )
  }

  /// What one request is answered with.
  func answer(
    _ uri: String,
    _ method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:],
    body: ByteBuffer? = nil
  ) async throws -> Answer {
    try await application().test(.router) { client in
      try await client.execute(uri: uri, method: method, headers: headers, body: body) {
        Answer(response: $0)
      }
    }
  }
}

/// An answer, in the parts that tests compare.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPFields
  let bytes: [UInt8]

  init(response: TestResponse) {
    status = response.status.code
    headers = response.headers
    bytes = Array(buffer: response.body)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  subscript(name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  /// The SHA-256 of the body.
  var digest: [UInt8] { Array(SHA256.hash(data: bytes)) }

  /// The same, as records have it.
  var checksum: String {
    digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
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
  /// With deadlines that no test meets by being slow.
  static var patient: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.deadlines.head = .hours(1)
    limits.deadlines.body = .hours(1)
    limits.deadlines.idle = .hours(1)
    return limits
  }
}

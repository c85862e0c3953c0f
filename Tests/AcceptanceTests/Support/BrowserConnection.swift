import Foundation
import Synchronization

/// What a browser sends.
struct BrowserRequest: Sendable {
  let method: String
  let target: String
  var headers: [String: String]
  var body = ""

  init(_ method: String, _ target: String, port: UInt16) {
    self.method = method
    self.target = target
    headers = ["Host": "127.0.0.1:\(port)"]
  }

  fileprivate var bytes: [UInt8] {
    let length = method == "POST" ? ["Content-Length": "\(body.utf8.count)"] : [:]
    let lines = headers.merging(length) { given, _ in given }.map { "\($0.key): \($0.value)\r\n" }
    return Array("\(method) \(target) HTTP/1.1\r\n\(lines.joined())\r\n\(body)".utf8)
  }
}

/// What a browser gets.
struct BrowserAnswer: Sendable {
  let status: Int
  /// By their names in lower case.
  let headers: [String: String]
  let body: String
}

/// A connection to a server on the loopback interface.
final class BrowserConnection: Sendable {
  private static let patience = 60

  private let descriptor: Int32
  private let received = Mutex("")

  init(_ port: UInt16) throws {
    descriptor = socket(AF_INET, streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw SystemError("connect") }
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
  }

  deinit {
    close(descriptor)
  }

  func send(_ request: BrowserRequest) async throws {
    let bytes = request.bytes
    try await onThread { [self] in
      guard Foundation.send(descriptor, bytes, bytes.count, noSignal) == bytes.count
      else { throw SystemError("send") }
    }
  }

  /// Sends a request, and waits for all of its answer.
  func answer(to request: BrowserRequest) async throws -> BrowserAnswer {
    try await send(request)
    let head = try await read(to: "\r\n\r\n").components(separatedBy: "\r\n")
    let fields = head.dropFirst().map { $0.components(separatedBy: ": ") }.filter { $0.count == 2 }
    let headers = Dictionary(fields.map { ($0[0].lowercased(), $0[1]) }) { first, _ in first }
    return BrowserAnswer(
      status: Int(head[0].split(separator: " ")[1]) ?? 0,
      headers: headers,
      body: try await read(count: headers["content-length"].flatMap { Int($0) } ?? 0)
    )
  }

  /// What has come up to a text, with it.
  func read(to text: String) async throws -> String {
    try await take { received in
      received.range(of: text).map { received.startIndex..<$0.upperBound }
    }
  }

  private func read(count: Int) async throws -> String {
    try await take { received in
      let end = received.utf8.index(
        received.startIndex,
        offsetBy: count,
        limitedBy: received.endIndex
      )
      return end.map { received.startIndex..<$0 }
    }
  }

  private func take(
    _ range: @escaping @Sendable (String) -> Range<String.Index>?
  ) async throws -> String {
    try await onThread { [self] in
      while true {
        let taken = received.withLock { received -> String? in
          guard let range = range(received) else { return nil }
          defer { received.removeSubrange(range) }
          return String(received[range])
        }
        if let taken { return taken }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { throw SystemError("recv") }
        received.withLock { $0 += String(decoding: chunk.prefix(count), as: UTF8.self) }
      }
    }
  }
}

#if canImport(Glibc)
  let streamType = Int32(SOCK_STREAM.rawValue)
#else
  let streamType = SOCK_STREAM
#endif
#if canImport(Darwin)
  let noSignal = Int32(0)
#else
  let noSignal = Int32(MSG_NOSIGNAL)
#endif

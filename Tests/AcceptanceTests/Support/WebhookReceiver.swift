import Foundation
import Synchronization

/// A receiver of webhooks on the loopback interface, at a port of its own.
final class WebhookReceiver: Sendable {
  /// How it meets those who connect.
  enum Manner {
    /// With this HTTP status.
    case answering(Int)
    /// It reads nothing and says nothing, and keeps the connection open.
    case silent
  }

  struct Request {
    let headers: [String: String]
    let body: Data
  }

  /// The settings of an app that sends here.
  let environment: [String: String]
  static let secret = "a secret of the receiver"

  private let listener: Int32
  private let manner: Manner
  private let state = Mutex((requests: [Request](), connections: [Int32]()))

  init(_ manner: Manner) throws {
    self.manner = manner
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else { throw SystemError("listen") }
    environment = [
      "COOKR_WEBHOOK_URL": "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/hook",
      "COOKR_WEBHOOK_SECRET": Self.secret,
    ]
    Thread.detachNewThread { [weak self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        guard let self else { return }
        meet(connection)
      }
    }
  }

  deinit {
    // This also ends the thread's wait.
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for connection in state.withLock(\.connections) { close(connection) }
  }

  /// What has arrived, in its order.
  var requests: [Request] {
    state.withLock(\.requests)
  }

  private func meet(_ connection: Int32) {
    guard case .answering(let status) = manner else {
      return state.withLock { $0.connections.append(connection) }
    }
    defer { close(connection) }
    guard let request = read(from: connection) else { return }
    state.withLock { $0.requests.append(request) }
    let answer = Array(
      "HTTP/1.1 \(status) -\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8
    )
    _ = send(connection, answer, answer.count, 0)
  }

  private func read(from connection: Int32) -> Request? {
    var data = Data()
    while true {
      if let request = Self.request(in: data) { return request }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      data += chunk.prefix(count)
    }
  }

  /// The request, once it is whole.
  private static func request(in data: Data) -> Request? {
    guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let fields = lines.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    let headers = Dictionary(uniqueKeysWithValues: fields.map { ($0[0].lowercased(), $0[1]) })
    let body = data[end.upperBound...]
    guard let length = headers["content-length"].flatMap({ Int($0) }), body.count >= length else {
      return nil
    }
    return Request(headers: headers, body: Data(body.prefix(length)))
  }
}

/// A system call that failed in a test's own set-up.
struct SystemError: Error, CustomStringConvertible {
  let description: String

  init(_ call: String) {
    description = "\(call) failed with error \(errno)"
  }
}

public import Foundation
import Synchronization

/// A small HTTP server on a free port of the loopback interface; each connection takes one request.
public final class LoopbackServer: Sendable {
  public enum Reply: Sendable {
    case bytes(String)
    /// These bytes, and then the connection is torn down.
    case reset(after: String)
    /// These bytes, and then nothing until the server stops.
    case silence(after: String)

    public static func status(_ code: Int, headers: [String] = [], body: String = "ok") -> Reply {
      let head = ["HTTP/1.1 \(code) Text", "Content-Length: \(body.utf8.count)"] + headers
      return .bytes(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    public static func json(_ text: String) -> Reply {
      .status(200, headers: ["Content-Type: application/json; charset=UTF-8"], body: text)
    }
  }

  public struct Request: Sendable, Equatable {
    public let line: String
    /// By their names in lower case.
    public let headers: [String: String]
    public let body: Data
  }

  private struct State {
    var replies: [Reply]
    var requests: [Request] = []
    var silent: [Int32] = []
    var isStopped = false
  }

  public let port: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  /// Answers the requests one by one with `replies`, of which the last is repeated.
  public init(_ replies: Reply...) throws {
    state = Mutex(State(replies: replies))
    (listener, port) = try LoopbackSocket.listen()
    Thread.detachNewThread { [self] in serve() }
  }

  /// The URL without a path.
  public var address: String { "http://127.0.0.1:\(port)" }

  /// What has arrived, in its order.
  public var requests: [Request] {
    state.withLock(\.requests)
  }

  /// Closes all connections; the port answers no more.
  public func stop() {
    let silent = state.withLock { state in
      state.isStopped = true
      defer { state.silent = [] }
      return state.silent
    }
    for connection in silent { close(connection) }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        close(listener)
        return
      }
      answer(connection)
    }
  }

  private func answer(_ connection: Int32) {
    guard let request = LoopbackSocket.readRequest(from: connection) else {
      close(connection)
      return
    }
    let reply = state.withLock { state in
      state.requests.append(request)
      return state.replies.count > 1 ? state.replies.removeFirst() : state.replies[0]
    }
    switch reply {
    case .bytes(let text):
      LoopbackSocket.write(text, to: connection)
      close(connection)
    case .reset(let text):
      LoopbackSocket.write(text, to: connection)
      LoopbackSocket.reset(connection)
    case .silence(let text):
      LoopbackSocket.write(text, to: connection)
      let isStopped = state.withLock { state in
        if !state.isStopped { state.silent.append(connection) }
        return state.isStopped
      }
      if isStopped { close(connection) }
    }
  }
}

/// A port of the loopback interface that is taken, and refuses connections.
public final class RefusingPort: Sendable {
  public let port: UInt16
  private let socket: Int32

  public init() throws {
    (socket, port) = try LoopbackSocket.bind()
  }

  deinit {
    close(socket)
  }

  /// The URL without a path.
  public var address: String { "http://127.0.0.1:\(port)" }
}

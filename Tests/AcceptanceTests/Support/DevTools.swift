import Foundation
import Synchronization

/// What drives a browser by the DevTools protocol: JSON texts that end with NUL.
final class DevTools: Sendable {
  /// The longest that a test waits for a text, in seconds; a browser that works takes one or two.
  private static let patience = 180

  /// What a command brings, as far as tests need it.
  struct Result: Decodable {
    struct Value: Decodable { let value: String? }
    let targetId: String?
    let sessionId: String?
    let result: Value?
  }

  private struct Message: Decodable {
    let id: Int?
    let method: String?
    let result: Result?
  }

  private struct State {
    var received = Data()
    var calls = 0
    var session: String?
    var complaints: [String] = []
  }

  private let descriptor: Int32
  private let errors: String
  private let state = Mutex(State())

  /// Makes a connection, and the descriptor that the browser is to have, which the caller closes.
  ///
  /// - Parameter errors: the file to which the browser writes why it ends.
  static func connection(errors: String) throws -> (DevTools, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamType, 0, &ends) == 0 else { throw SystemError("socketpair") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (DevTools(ends[0], errors: errors), ends[1])
  }

  private init(_ descriptor: Int32, errors: String) {
    self.descriptor = descriptor
    self.errors = errors
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
  }

  deinit {
    close(descriptor)
  }

  /// What the page has reported so far.
  var complaints: [String] { state.withLock(\.complaints) }

  /// Opens a page, which gets the commands from now on.
  func openPage() async throws {
    let target = try await call("Target.createTarget", ["url": "about:blank"]).targetId ?? ""
    let page = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])
    state.withLock { $0.session = page.sessionId }
    for domain in ["Log", "Runtime"] { try await call("\(domain).enable") }
  }

  /// Sends a command, and waits for its result; one command at a time.
  @discardableResult
  func call(_ method: String, _ parameters: [String: any Sendable] = [:]) async throws -> Result {
    try await onThread { [self] in
      let id = try send(method, parameters)
      while true {
        let text = try nextText(for: "\(method) \(parameters)")
        let message = try JSONDecoder().decode(Message.self, from: text)
        if message.id == id {
          guard let result = message.result else { throw BrowserFailure(text) }
          return result
        }
        let complaints = ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"]
        guard let event = message.method, complaints.contains(event) else { continue }
        state.withLock { $0.complaints.append(String(decoding: text, as: UTF8.self)) }
      }
    }
  }

  /// Waits until the browser has ended, or sends nothing.
  func waitForEnd() {
    while (try? nextText(for: "the end")) != nil {}
  }

  private func send(_ method: String, _ parameters: [String: any Sendable]) throws -> Int {
    let (id, session) = state.withLock { state in
      state.calls += 1
      return (state.calls, state.session)
    }
    var command: [String: Any] = ["id": id, "method": method, "params": parameters]
    command["sessionId"] = session
    let bytes = try [UInt8](JSONSerialization.data(withJSONObject: command)) + [0]
    guard Foundation.send(descriptor, bytes, bytes.count, noSignal) == bytes.count else {
      throw SystemError("send")
    }
    return id
  }

  private func nextText(for purpose: String) throws -> Data {
    while true {
      let text = state.withLock { state -> Data? in
        guard let end = state.received.firstIndex(of: 0) else { return nil }
        defer { state.received = Data(state.received[(end + 1)...]) }
        return Data(state.received[..<end])
      }
      if let text { return text }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count >= 0 else { throw SystemError("recv for \(purpose)") }
      guard count > 0 else { throw BrowserFailure(try Data(contentsOf: URL(filePath: errors))) }
      state.withLock { $0.received += chunk.prefix(count) }
    }
  }
}

/// A browser that ended, or that refused a command, in its own words.
struct BrowserFailure: Error, CustomStringConvertible {
  let description: String

  init(_ text: Data) {
    description = String(decoding: text, as: UTF8.self)
  }
}

import Foundation
import ProgramTesting
import Synchronization

/// The built `kitchen board` in the test's home, and what a browser does with it.
final class BoardProgram: Sendable {
  private struct Opened: Decodable {
    let link: String
  }

  private let process: Process

  /// What the board printed.
  let output: String
  /// What opens the board.
  let link: String
  /// Where it listens.
  let port: UInt16
  /// The cookie that its link gives.
  let cookie: String

  /// Starts the board, and opens its link.
  init(_ arguments: String...) async throws {
    let output = Pipe()
    process = Process()
    process.executableURL = URL(filePath: BuiltProducts.programs + "/kitchen")
    process.arguments = ["board", "--json"] + arguments
    process.environment = [
      "HOME": Home.current.folder, "PATH": "\(BuiltProducts.programs):/usr/bin:/bin",
      "LC_ALL": "C.UTF-8", "TZ": timeZone(whereItIs: 18),
    ]
    process.standardOutput = output
    try process.run()
    let text = try await onThread {
      var text = Data()
      while text.last != UInt8(ascii: "\n") {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        text += more
      }
      return text
    }
    let link = try JSONDecoder().decode(Opened.self, from: text).link
    let url = URLComponents(string: link)
    let port = UInt16(url?.port ?? 0)
    self.output = String(decoding: text, as: UTF8.self)
    self.link = link
    self.port = port
    let request = BrowserRequest("GET", "/?\(url?.query ?? "")", port: port)
    let answer = try await BrowserConnection(port).answer(to: request)
    cookie = String(answer.headers["set-cookie"]?.prefix { $0 != ";" } ?? "")
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends a request as a browser that has opened the link does.
  ///
  /// - Parameter change: makes of it what another would send.
  func send(
    _ method: String = "GET",
    _ target: String,
    form: [String: String] = [:],
    change: (inout BrowserRequest) -> Void = { _ in }
  ) async throws -> BrowserAnswer {
    var request = BrowserRequest(method, target, port: port)
    request.headers["Cookie"] = cookie
    if method == "POST" {
      request.headers["Origin"] = "http://127.0.0.1:\(port)"
      request.body = form.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }
    change(&request)
    return try await BrowserConnection(port).answer(to: request)
  }

  /// Presses a button of the page, which it must have.
  func press(_ step: String, of order: String) async throws -> BrowserAnswer {
    let page = try await send("GET", "/").body
    let button = """
      <input type="hidden" name="order" value="\(order)">\
      <input type="hidden" name="step" value="\(step)"><button
      """
    guard page.contains(button) else { throw NoButton(step: step, page: page) }
    return try await take(step, of: order)
  }

  /// Takes a step, as a page does that may be old.
  func take(_ step: String, of order: String) async throws -> BrowserAnswer {
    try await send("POST", "/steps", form: ["order": order, "step": step])
  }

  /// Follows the board.
  func follow() async throws -> BoardFollower {
    var request = BrowserRequest("GET", "/events", port: port)
    request.headers["Cookie"] = cookie
    let connection = try BrowserConnection(port)
    try await connection.send(request)
    return BoardFollower(connection)
  }

  /// Ends the board by a signal, and returns its exit status.
  func end(by signal: Int32) async throws -> Int32 {
    kill(process.processIdentifier, signal)
    return try await onThread { [process] in
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }
}

/// A page without the button that a test presses.
struct NoButton: Error {
  let step: String
  let page: String
}

/// The events of a board.
struct BoardFollower: Sendable {
  private let connection: BrowserConnection

  fileprivate init(_ connection: BrowserConnection) {
    self.connection = connection
  }

  /// Waits for a board that has one text, and not the other; returns it.
  @discardableResult
  func expect(_ text: String, without other: String? = nil) async throws -> String {
    while true {
      let event = try await connection.read(to: "\n\n")
      if event.contains(text), other.map(event.contains) != true { return event }
    }
  }
}

/// Runs what blocks where no thread of Swift concurrency is blocked.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

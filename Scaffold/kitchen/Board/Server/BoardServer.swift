import AppConsole
import FlyingFox
import FlyingSocks
import Foundation

/// Serves the board on the loopback interface.
struct BoardServer {
  /// A step may wait for other processes, and then for a webhook; all of that ends by itself.
  private static let longestRequest: TimeInterval = 4000
  private static let webhookInterval = Duration.seconds(30)

  let watch: BoardWatch
  let kitchen: String
  let note: @Sendable (String) -> Void

  /// Serves until the task is cancelled, then closes all connections at once.
  func run(on port: UInt16, opened: @escaping @Sendable (String) throws -> Void) async throws {
    let access = BoardAccess()
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port),
      timeout: Self.longestRequest,
      logger: .disabled,
      handler: BoardHandler(
        watch: watch,
        access: access,
        page: BoardPage(kitchen: kitchen, timeZone: .current),
        notices: Notices()
      )
    )
    try await withThrowingTaskGroup { group in
      group.addTask { try await listen(server, on: port) }
      group.addTask {
        try await server.waitUntilListening(timeout: Self.longestRequest)
        guard case .ip4(_, let port) = await server.listeningAddress else { return }
        try opened(access.link(port: port))
      }
      group.addTask { try await watch.run() }
      group.addTask { try await sendUpdates() }
      // Not `waitForAll`, which would wait for the others after one has failed.
      for try await _ in group {}
    }
  }

  private func listen(_ server: HTTPServer, on port: UInt16) async throws {
    do {
      try await server.run()
    } catch {
      // A server that was asked to stop says that it was disconnected.
      try Task.checkCancellation()
      guard case SocketError.failed(_, _, let reason) = error else { throw error }
      throw CommandError(
        .unavailable,
        "cannot listen on port \(port): \(reason)",
        help: "choose another with '--port', or leave it out for a free one"
      )
    }
  }

  /// Sends what waits for the webhook, now and from time to time; a step sends its own update.
  private func sendUpdates() async throws {
    var latest: String?
    while true {
      do {
        let line = try await watch.dispatch()
        if let line, line != latest { note(line) }
        latest = line
      } catch let error as CancellationError {
        throw error
      } catch {
        // A database that cannot be used is said on the board.
      }
      try await Task.sleep(for: Self.webhookInterval)
    }
  }
}

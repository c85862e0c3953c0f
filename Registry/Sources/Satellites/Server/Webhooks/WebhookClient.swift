import Base
import NIOPosix

/// Sends what a webhook is told, on threads of its own: a receiver that does not answer keeps no
/// request waiting.
package final class WebhookClient: Sendable {
  private let threads: NIOThreadPool

  /// - Parameter connections: At the same time.
  init(connections: Int) {
    threads = NIOThreadPool(numberOfThreads: connections)
    threads.start()
  }

  /// - Throws: Unless the receiver accepts it.
  func post(_ body: [UInt8], _ headers: [String], to hook: Webhook) async throws {
    let status = try await threads.runIfActive {
      let folder = try TemporaryFolder()
      let file = "\(folder.path)/event"
      try LocalFile.update(file, to: body)
      var exchange = HTTPExchange(url: hook.url)
      exchange.headers = headers
      exchange.content = (file, "application/json")
      do {
        return try exchange.run(in: folder.path).status
      } catch let error as OperationError {
        let message = error.message.replacing("'\(hook.url)'", with: "'\(hook.host)'")
        throw OperationError(error.code, message, help: error.help)
      }
    }
    guard 200..<300 ~= status else {
      throw OperationError(.unreachable, "'\(hook.host)' answered \(status)")
    }
  }

  deinit {
    threads.shutdownGracefully { _ in }
  }
}

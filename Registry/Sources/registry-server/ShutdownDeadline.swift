import Dispatch
import Foundation
import Logging

/// Ends the process some time after it was told to end, whatever requests are still under way.
///
/// On a queue of its own, so that nothing that computes or waits can be in its way. What is written
/// to the repository survives it, as it does any other end.
struct ShutdownDeadline {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter seconds: For the requests under way.
  init(seconds: Int, _ logger: Logger) {
    let queue = DispatchQueue(label: "shutdown")
    sources = [SIGTERM, SIGINT].map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler {
        queue.asyncAfter(deadline: .now() + .seconds(seconds)) {
          logger.error("requests were not answered within \(seconds) s, ending without them")
          _exit(1)
        }
      }
      source.resume()
      return source
    }
  }

  /// Watches until `body` returns.
  func watching<Result>(_ body: () async throws -> Result) async throws -> Result {
    defer { for source in sources { source.cancel() } }
    return try await body()
  }
}

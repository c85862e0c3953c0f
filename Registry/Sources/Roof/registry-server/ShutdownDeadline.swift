import Dispatch
import Logging

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Ends the process some time after a signal to stop, even if requests are still in progress.
///
/// On its own queue, so that busy or waiting threads cannot delay it. Writes to the repository survive
/// it like any crash.
struct ShutdownDeadline {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter seconds: For the requests under way.
  init(seconds: Int, _ logger: Logger) {
    let queue = DispatchQueue(label: "shutdown")
    sources = [SIGTERM, SIGINT].map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler {
        queue.asyncAfter(deadline: .now() + .seconds(seconds)) {
          logger.error("requests were not completed within \(seconds) s, stopping anyway")
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

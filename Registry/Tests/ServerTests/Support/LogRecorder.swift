import Logging
import Server
import Synchronization

/// Keeps what a service logs.
final class LogRecorder: Sendable {
  private let events = Mutex<[(level: Logger.Level, message: String, facts: [String: String])]>([])

  var errors: [String] { messages(at: .error) }

  func messages(at level: Logger.Level) -> [String] {
    events.withLock { $0.filter { $0.level == level }.map(\.message) }
  }

  /// The facts of the last line.
  var lastFacts: [String: String] { events.withLock { $0.last?.facts ?? [:] } }

  var logger: Logger {
    Logger(label: "test") { _ in Handler(recorder: self) }
  }

  /// Records what the server's own log writes.
  var serverLogger: Logger {
    Logger(label: "test") { _ in OneLineLogHandler(Handler(recorder: self)) }
  }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).mapValues { "\($0)" }
      recorder.events.withLock { $0.append((event.level, "\(event.message)", facts)) }
    }
  }
}

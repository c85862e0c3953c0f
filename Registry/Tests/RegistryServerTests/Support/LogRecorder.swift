import Logging
import Synchronization

/// Keeps what a service logs at the level of errors.
final class LogRecorder: Sendable {
  private let messages = Mutex<[String]>([])

  var errors: [String] { messages.withLock { $0 } }

  var logger: Logger {
    Logger(label: "test") { _ in Handler(recorder: self) }
  }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.error

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      recorder.messages.withLock { $0.append("\(event.message)") }
    }
  }
}

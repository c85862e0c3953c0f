import Logging

/// Writes each event as one line to standard error: a second one, such as the help of an error, would
/// have no time and no level.
struct OneLineLogHandler: LogHandler {
  private var inner: StreamLogHandler

  init(_ label: String) {
    inner = StreamLogHandler.standardError(label: label)
  }

  var metadata: Logger.Metadata {
    get { inner.metadata }
    set { inner.metadata = newValue }
  }

  var logLevel: Logger.Level {
    get { inner.logLevel }
    set { inner.logLevel = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { inner[metadataKey: key] }
    set { inner[metadataKey: key] = newValue }
  }

  /// What Hummingbird says of a server that ends because another service failed, whose error is told.
  private static let consequences = [
    "Server shutdown error: Already closed", "Waiting on child channel: CancellationError()",
  ]

  func log(event: LogEvent) {
    guard !Self.consequences.contains("\(event.message)") else { return }
    var event = event
    event.message = "\(Self.line("\(event.message)"))"
    event.metadata = event.metadata?.mapValues { "\(Self.line("\($0)"))" }
    inner.log(event: event)
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}

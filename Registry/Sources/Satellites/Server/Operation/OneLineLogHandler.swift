package import Logging
import Versions

/// Writes each event as one line whose facts are told apart, whatever is in them.
///
/// A second line, such as the help of an error, would have no time and no level. What clients send is
/// in messages and facts: it must not end a line, look like another fact, or control a terminal.
package struct OneLineLogHandler: LogHandler {
  private var inner: any LogHandler

  /// - Parameter inner: Writes events as they are, its facts as `NAME=VALUE` with spaces between them.
  package init(_ inner: any LogHandler) {
    self.inner = inner
  }

  package var metadata: Logger.Metadata {
    get { inner.metadata }
    set { inner.metadata = newValue }
  }

  package var logLevel: Logger.Level {
    get { inner.logLevel }
    set { inner.logLevel = newValue }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { inner[metadataKey: key] }
    set { inner[metadataKey: key] = newValue }
  }

  /// The messages of Hummingbird about a server that ends because another service failed, whose
  /// error is logged.
  private static let consequences = [
    "Server shutdown error: Already closed", "Waiting on child channel: CancellationError()",
  ]

  package func log(event: LogEvent) {
    guard !Self.consequences.contains("\(event.message)") else { return }
    var event = event
    event.message = "\(Self.line("\(event.message)"))"
    event.metadata = event.metadata?.mapValues { "\(Self.value("\($0)"))" }
    inner.log(event: event)
  }

  /// The lines of a text as one, without what a terminal would obey.
  private static func line(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: "; ").escaped { $0.isVisible }
  }

  /// A word as it is, and everything else in quotes.
  private static func value(_ text: String) -> String {
    let isWord = text.unicodeScalars.allSatisfy {
      $0.isVisible && !" =\"\\".unicodeScalars.contains($0)
    }
    if isWord, !text.isEmpty { return text }
    return "\"\(text.escaped { $0.isVisible && $0 != "\"" && $0 != "\\" })\""
  }
}

extension String {
  fileprivate func escaped(except isPlain: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if isPlain(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += scalar.escaped(asASCII: true)
      }
    }
    return text
  }
}

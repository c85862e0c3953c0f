import Base
import Model
import Server
import Logging

/// Parses the values of options and environment variables.
enum ServerValue {
  static func text(_ text: String) throws(OperationError) -> String {
    guard !text.isEmpty else {
      throw OperationError(.misconfigured, "invalid value '', expected a non-empty value")
    }
    return text
  }

  static func port(_ text: String) throws(OperationError) -> Int {
    guard let port = Int(text), 0...65_535 ~= port else {
      throw OperationError(.misconfigured, "invalid port '\(text)', expected 0 to 65535")
    }
    return port
  }

  static func count(_ text: String) throws(OperationError) -> Int {
    guard let count = Int(text), 1...1_000_000 ~= count else {
      throw OperationError(.misconfigured, "invalid value '\(text)', expected 1 to 1000000")
    }
    return count
  }

  static func proxies(_ text: String) throws(OperationError) -> TrustedProxies {
    guard let proxies = TrustedProxies(text) else {
      throw OperationError(
        .misconfigured,
        "invalid proxies '\(text)', expected addresses or networks such as '127.0.0.1,10.0.0.0/8'"
      )
    }
    return proxies
  }

  static func statusAddress(_ text: String) throws(OperationError) -> ListeningAddress {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
      let port = try? port(String(text[text.index(after: colon)...]))
    else {
      throw OperationError(
        .misconfigured,
        "invalid address '\(text)', expected one such as '127.0.0.1:9292'"
      )
    }
    let host = text[..<colon]
    return ListeningAddress(
      host: host.filter { !"[]".contains($0) },
      port: port,
      isOfStatus: true
    )
  }

  static func flag(_ text: String) throws(OperationError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default:
      throw OperationError(.misconfigured, "invalid value '\(text)', expected 'true' or 'false'")
    }
  }

  static func publicURL(_ text: String) throws(OperationError) -> String {
    var url = text[...]
    while url.hasSuffix("/") { url.removeLast() }
    let isURL = ["http://", "https://"].contains { url.hasPrefix($0) }
    let hasNoSeparator = !url.contains { ",;<>\" ".contains($0) }
    guard isURL, hasNoSeparator else {
      throw OperationError(
        .misconfigured,
        "invalid public URL '\(text)', expected one such as 'https://swift.example.com'"
      )
    }
    return String(url)
  }

  static func logLevel(_ text: String) throws(OperationError) -> Logger.Level {
    guard let level = Logger.Level(rawValue: text) else {
      throw OperationError(
        .misconfigured,
        "unknown log level '\(text)', expected debug, info, notice, warning or error"
      )
    }
    return level
  }
}

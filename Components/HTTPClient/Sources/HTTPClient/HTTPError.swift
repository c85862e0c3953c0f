/// Why there is no complete answer to a request.
public struct HTTPError: Error, Hashable, Sendable {
  /// What kind of failure it is.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The URL is none, or of another protocol than HTTP and HTTPS.
    public static let invalidURL = Self(rawValue: "invalid-url")
    /// A header field would become two.
    public static let invalidHeader = Self(rawValue: "invalid-header")
    public static let unknownHost = Self(rawValue: "unknown-host")
    public static let refused = Self(rawValue: "refused")
    public static let timedOut = Self(rawValue: "timed-out")
    /// The server closed the connection within its answer.
    public static let connectionClosed = Self(rawValue: "connection-closed")
    /// The server's certificate is not valid, or TLS failed otherwise.
    public static let untrusted = Self(rawValue: "untrusted")
    public static let failed = Self(rawValue: "failed")
  }

  public let code: Code
  /// What was wrong, in libcurl's words or our own, which may quote the server.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension HTTPError: CustomStringConvertible {
  public var description: String { message }
}

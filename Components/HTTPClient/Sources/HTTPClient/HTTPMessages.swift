/// A request to an HTTP server.
public struct HTTPRequest: Hashable, Sendable {
  public enum Method: Hashable, Sendable {
    case get
    case post([UInt8])
  }

  public let method: Method
  /// An `http` or `https` URL.
  public let url: String
  public let headers: [String: String]

  public init(_ method: Method, _ url: String, headers: [String: String] = [:]) {
    self.method = method
    self.url = url
    self.headers = headers
  }
}

/// What a server answered.
public struct HTTPResponse: Hashable, Sendable {
  public let status: Int
  /// The header fields by their names in lower case; of fields with one name the last.
  public let headers: [String: String]
  /// The body, or as much of it as the client reads.
  public let body: [UInt8]
  /// Whether the body is longer than what the client reads.
  public let isTruncated: Bool

  public init(
    status: Int,
    headers: [String: String] = [:],
    body: [UInt8] = [],
    isTruncated: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isTruncated = isTruncated
  }
}

/// Why there is no complete answer to a request.
public struct HTTPError: Error, Hashable, Sendable {
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

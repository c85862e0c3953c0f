/// A request to an HTTP server.
public struct HTTPRequest: Hashable, Sendable {
  /// What the request asks for.
  public enum Method: Hashable, Sendable {
    case get
    /// Sends these bytes.
    case post([UInt8])
  }

  public let method: Method
  /// An `http` or `https` URL.
  public let url: String
  /// The header fields.
  public let headers: [String: String]

  public init(_ method: Method, _ url: String, headers: [String: String] = [:]) {
    self.method = method
    self.url = url
    self.headers = headers
  }
}

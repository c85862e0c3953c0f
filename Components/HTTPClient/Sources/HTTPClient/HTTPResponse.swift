/// What a server answered.
public struct HTTPResponse: Hashable, Sendable {
  /// The HTTP status code.
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

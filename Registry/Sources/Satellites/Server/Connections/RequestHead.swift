import HTTPTypes
import HummingbirdCore
import NIOHTTP1

/// The rules for the head of an HTTP/1 request (RFC 9112).
enum RequestHead {
  struct Limits: Sendable {
    let head: Int
    let headers: Int
  }

  /// Whether the sender waits to be asked for the body (RFC 9110, 10.1.1).
  static func isWaiting(_ head: HTTPRequestHead) -> Bool {
    head.headers.first(name: "Expect")?.lowercased() == "100-continue"
  }

  /// Moves the authority of an absolute target to the Host header (3.2.2), and adds `close` for senders
  /// that do not support persistent connections (9.3).
  static func normalize(_ head: inout HTTPRequestHead) {
    if let (authority, path) = parts(of: head.uri) {
      head.uri = path
      // A missing or second Host header is still refused.
      if head.headers["Host"].count == 1 {
        head.headers.replaceOrAdd(name: "Host", value: authority)
      }
    }
    let isOld = (head.version.major, head.version.minor) < (1, 1)
    if isOld, head.headers["Host"].isEmpty { head.headers.add(name: "Host", value: "") }
    let wantsClose = head.headers[canonicalForm: "connection"].contains { option in
      option.lowercased() == "close"
    }
    if isOld || wantsClose { head.headers.replaceOrAdd(name: "Connection", value: "close") }
  }

  /// The answer to a head or a body that the parser refuses; `nil` if the connection has ended.
  static func refusal(for error: HTTPParserError, _ limits: Limits) -> Problem? {
    switch error {
    case .invalidEOFState, .closedConnection: nil
    case .headerOverflow:
      Problem(
        .requestHeaderFieldsTooLarge,
        "the head of the request has more than \(limits.head) bytes or \(limits.headers) fields"
      )
    case .invalidMethod: Problem(.notImplemented, "the method of the request is not supported")
    case .invalidVersion:
      Problem(.httpVersionNotSupported, "the version of HTTP is not supported, expected HTTP/1.1")
    default: Problem(.badRequest, "the request is malformed: \(error.debugDescription)")
    }
  }

  /// The head of an answer that is a problem.
  static func answer(with problem: Problem) -> HTTPResponseHead {
    let response = problem.response()
    var headers = HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) })
    headers.add(name: "Content-Version", value: "1")
    let status = HTTPResponseStatus(statusCode: problem.status.code)
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }

  /// `nil` for a target that is a path, which is the usual case.
  private static func parts(of target: String) -> (authority: String, path: String)? {
    let lower = target.prefix(8).lowercased()
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return nil }
    // By bytes: a mark behind a slash would make one character of the two.
    let rest = target.utf8.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    let path = rest.dropFirst(authority.count)
    let start = path.first == UInt8(ascii: "/") ? "" : "/"
    return (String(Substring(authority)), start + String(Substring(path)))
  }
}

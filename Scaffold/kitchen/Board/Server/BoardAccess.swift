import FlyingFox
import Foundation

/// Who may see the board and take its steps: browsers that have opened its link.
struct BoardAccess {
  private let token: String

  /// Makes an access with a token that nobody can guess, new for each run.
  init() {
    token = UUID().uuidString
  }

  func link(port: UInt16) -> String {
    "http://127.0.0.1:\(port)/?token=\(token)"
  }

  /// Whether the request asks by a name of this machine.
  ///
  /// A page elsewhere whose name was made to lead here asks by its own name.
  func isAddressedHere(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host] else { return false }
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return ["127.0.0.1", "localhost"].contains(parts[0])
      && (parts.count == 1 || UInt16(parts[1]) != nil)
  }

  /// Whether the request is the printed link's; `nil` if it has no token.
  func opens(_ request: HTTPRequest) -> Bool? {
    guard let item = request.query.first(where: { $0.name == "token" }) else { return nil }
    return isToken(item.value)
  }

  /// The cookie by which the browser is known from now on.
  ///
  /// `Lax` and not `Strict`, which is not sent when the link was opened from a page, such as a chat.
  func cookie(for request: HTTPRequest) -> String {
    "\(cookieName(for: request))=\(token); Path=/; HttpOnly; SameSite=Lax"
  }

  func isKnown(_ request: HTTPRequest) -> Bool {
    let name = cookieName(for: request)
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";").map { cookie in
      cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
    }
    return cookies.contains { $0.count == 2 && $0[0] == name && isToken(String($0[1])) }
  }

  /// Whether a form was sent by a page of this server.
  func isFromHere(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host] else { return false }
    return request.headers[HTTPHeader("Origin")] == "http://\(host)"
  }

  /// Browsers do not tell ports apart: the boards of two kitchens would take each other's cookie.
  private func cookieName(for request: HTTPRequest) -> String {
    let port = request.headers[.host]?.split(separator: ":").dropFirst().first
    return "kitchen-board-\(port ?? "80")"
  }

  /// Compares in a time that tells nothing of the token.
  private func isToken(_ text: String) -> Bool {
    let (given, expected) = (Array(text.utf8), Array(token.utf8))
    guard given.count == expected.count else { return false }
    return zip(given, expected).reduce(into: 0) { $0 |= $1.0 ^ $1.1 } == 0
  }
}

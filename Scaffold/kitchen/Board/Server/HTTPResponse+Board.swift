import FlyingFox
import FlyingSocks
import Foundation

extension HTTPResponse {
  /// The content security policy of pages: nothing but what this server gave them.
  private static let policy = [
    "default-src 'none'", "base-uri 'none'", "connect-src 'self'", "form-action 'self'",
    "frame-ancestors 'none'", "img-src 'self'", "script-src 'self'", "style-src 'self'",
  ]

  private static let safeguards: [HTTPHeader: String] = [
    HTTPHeader("Content-Security-Policy"): policy.joined(separator: "; "),
    HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    // Not 'no-referrer', with which browsers do not say where a form comes from.
    HTTPHeader("Referrer-Policy"): "same-origin",
    HTTPHeader("X-Content-Type-Options"): "nosniff",
    .cacheControl: "no-store",
  ]

  private init(_ status: HTTPStatusCode, _ type: String, _ body: HTTPBodySequence) {
    self.init(statusCode: status, headers: HTTPHeaders(Self.safeguards), body: body)
    headers[.contentType] = type
  }

  private init(_ status: HTTPStatusCode, _ type: String, _ text: String) {
    self.init(status, type, HTTPBodySequence(data: Data(text.utf8)))
  }

  static func page(_ page: HTML) -> Self {
    Self(.ok, "text/html; charset=utf-8", page.text)
  }

  /// The answer to a browser without access, with nothing of the board.
  static var refusal: Self {
    Self(.forbidden, "text/html; charset=utf-8", BoardPage.refusal.text)
  }

  static func text(_ status: HTTPStatusCode, _ text: String) -> Self {
    Self(status, "text/plain; charset=utf-8", text + "\n")
  }

  static func onlyFor(_ method: String) -> Self {
    var response = text(.methodNotAllowed, "Only \(method) is allowed here.")
    response.headers[HTTPHeader("Allow")] = method
    return response
  }

  static func seeOther(_ location: String, cookie: String?) -> Self {
    var response = text(.seeOther, "See \(location)")
    response.headers[.location] = location
    response.headers[.setCookie] = cookie
    return response
  }

  /// Returns the result of a step for the page's script: the reason why it was refused, or nothing.
  static func message(_ refusal: String?) -> Self {
    let document = refusal.map { ["message": $0] } ?? [:]
    // A dictionary of texts always has a form in JSON.
    let json = (try? JSONEncoder().encode(document)) ?? Data()
    let status: HTTPStatusCode = refusal == nil ? .ok : .conflict
    return Self(status, "application/json", HTTPBodySequence(data: json))
  }

  static func asset(_ asset: Asset) -> Self {
    Self(.ok, asset.type, HTTPBodySequence(data: asset.content))
  }

  static func events(_ events: BoardEvents) -> Self {
    Self(.ok, "text/event-stream", HTTPBodySequence(from: events))
  }
}

/// A file that the page is made with; it shows nothing of the orders.
enum Asset: String {
  case style = "/board.css"
  case script = "/board.js"
  case icon = "/icon.svg"

  init?(path: String) {
    self.init(rawValue: path)
  }

  var type: String {
    switch self {
    case .style: "text/css; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  var content: Data {
    switch self {
    case .style: Data(PackageResources.board_css)
    case .script: Data(PackageResources.board_js)
    case .icon: Data(PackageResources.icon_svg)
    }
  }
}

import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTPTypes
package import Sharing
import Site
import Synchronization

/// The checks of every request.
enum RequestCheck {
  /// In bytes, of path and query.
  private static let longestURL = 8 << 10
  /// In bytes, for domain names (RFC 1035); links contain the host.
  private static let longestHost = 255

  static func check(_ head: HTTPRequest) throws(Problem) {
    guard head.path?.utf8.count ?? 0 <= longestURL else {
      throw Problem(.uriTooLong, "the URL has more than \(longestURL) bytes")
    }
    guard let host = head.authority else {
      throw Problem(.badRequest, "missing Host header, expected the name of the server")
    }
    guard head.headerFields[.host] == nil else {
      throw Problem(.badRequest, "two Host headers, expected one")
    }
    guard host.utf8.count <= longestHost else {
      throw Problem(
        .badRequest,
        "the Host header has \(host.utf8.count) bytes, expected at most \(longestHost)"
      )
    }
    // Clients split links at `,` and `;`, so a host must not contain them.
    guard host.utf8.allSatisfy(isHostByte) else {
      throw Problem(.badRequest, "invalid Host header")
    }
    guard methods.contains(head.method) else {
      throw Problem(.notImplemented, "the method '\(head.method.rawValue)' is not supported")
    }
  }

  /// The methods that are answered with 405, and not 501, at addresses that do not have them.
  static let methods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace,
  ]

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}

extension HTTPField.Name {
  /// The first one of a request is its authority, and not among its fields.
  static let host = known("Host")
}

/// The token and the connection of a request.
package struct RegistryRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The token for reading; `nil` if reading needs none.
  package var reader: Token?
  let notes = RequestNotes()
  private let channel: any Channel

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The address of the client or of its proxy; `nil` in tests without a connection.
  package var sender: String? { channel.remoteAddress?.ipAddress }

  /// Sends `100 Continue` if the sender waits for it, so that refused bodies are never sent.
  func askForBody(of request: Request) {
    guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
    let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
    channel.writeAndFlush(head, promise: nil)
  }
}

/// Tells the log what is found while a request is answered.
final class RequestNotes: Sendable {
  private let notes = Mutex<(token: String?, problem: String?)>((nil, nil))

  /// The name of the token that the request was sent with, if it is valid.
  var token: String? {
    get { notes.withLock(\.token) }
    set { notes.withLock { $0.token = newValue } }
  }

  /// Why the request is refused.
  var problem: String? {
    get { notes.withLock(\.problem) }
    set { notes.withLock { $0.problem = newValue } }
  }
}

/// Percent-encoding of URLs (RFC 3986, 2.1).
enum PercentDecoding {
  /// `nil` if the text is not percent-encoded UTF-8.
  ///
  /// `+` is kept, because build metadata contains it.
  static func decode(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    guard let byte, let value = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
    return UInt8(value)
  }
}

extension Address {
  /// The URL of the registry, from the request or from the operator.
  ///
  /// - Parameter request: Has passed ``RequestCheck``.
  init(of request: Request, publicURL: String?, isEncrypted: Bool) {
    if let publicURL {
      self.init(base: publicURL)
    } else {
      let host = request.head.authority ?? ""
      self.init(base: host.isEmpty ? "" : "\(isEncrypted ? "https" : "http")://\(host)")
    }
  }
}

import HTTPTypes

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

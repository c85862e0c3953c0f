import HTTPTypes

/// What must be right about every request, whatever it asks for.
enum RequestCheck {
  /// In bytes of the path and what follows it.
  private static let longestURL = 8 << 10
  /// In bytes: of a host's name by the rules of names (RFC 1035), and links are made of it.
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
        "a Host header of \(host.utf8.count) bytes, expected at most \(longestHost)"
      )
    }
    // Clients split links on `,` and `;`, so neither may get into one.
    guard host.utf8.allSatisfy(isHostByte) else {
      throw Problem(.badRequest, "invalid Host header")
    }
    guard methods.contains(head.method) else {
      throw Problem(.notImplemented, "the method '\(head.method.rawValue)' is not supported")
    }
  }

  /// Those that an address refuses by name where it does not have them.
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

/// Text of an HTML page: what is interpolated is escaped, unless it is HTML itself.
///
/// Bytes are escaped, not characters: a quote with a combining mark is one character, and no quote.
struct HTML: Sendable {
  private(set) var text: String

  init(_ pieces: some Sequence<HTML>) {
    text = pieces.map(\.text).joined()
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTML: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += HTML.escaped(value.description)
    }

    mutating func appendInterpolation(_ html: HTML) {
      text += html.text
    }

    mutating func appendInterpolation(_ html: HTML?) {
      text += html?.text ?? ""
    }

    mutating func appendInterpolation(_ pieces: [HTML]) {
      text += HTML(pieces).text
    }
  }

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }
}

package import Errors

/// A JSON value without its layout; numbers keep their digits, so none is too large to be kept.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads one value as ``JSONReader`` does, strictly.
  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    self = try JSONReader.read(bytes, file: file).value
  }

  package static func integer(_ value: Int) -> JSONValue {
    .number(String(value))
  }

  /// One line with sorted keys and no spaces: equal values have equal text.
  package var compact: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let digits): return digits
    case .string(let text): return Self.quoted(text)
    case .array(let values): return "[" + values.map(\.compact).joined(separator: ",") + "]"
    case .object(let members):
      let pairs = members.sortedByKey.map { "\(Self.quoted($0)):\($1.compact)" }
      return "{" + pairs.joined(separator: ",") + "}"
    }
  }

  /// A JSON string that escapes only what must be, and reads the same in any encoding of lines.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(text)\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Dictionary where Key == String {
  /// Sorted by the bytes of the keys, which no locale and no version of Unicode has a part in.
  var sortedByKey: [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

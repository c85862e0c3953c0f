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

  /// A number with the decimal digits of `value`.
  package static func integer(_ value: Int) -> JSONValue {
    .number(String(value))
  }

  /// The text on one line, with sorted keys and no spaces: equal values have equal text.
  package var compact: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (position, value) in values.enumerated() {
        if position > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (position, member) in members.sortedByKey.enumerated() {
        if position > 0 { text += "," }
        Self.quote(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// A JSON string that escapes only what must be, and reads the same in any encoding of lines.
  package static func quoted(_ text: String) -> String {
    var quoted = ""
    quote(text, to: &quoted)
    return quoted
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    if value.utf8.allSatisfy(isPlain) {
      text += value
    } else {
      for scalar in value.unicodeScalars { escape(scalar, to: &text) }
    }
    text += "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escape(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}

extension Dictionary where Key == String {
  /// The members sorted by the bytes of their keys, in which no locale and no version of Unicode
  /// has a part.
  package var sortedByKey: [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

/// Access to JSON that another program made, such as `swift package dump-package`: a missing value
/// is null.
extension JSONValue {
  /// The member of an object; what is not an object gets none.
  package subscript(_ key: String) -> JSONValue {
    get { if case .object(let members) = self { members[key] ?? .null } else { .null } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// An item of an array.
  package subscript(_ index: Int) -> JSONValue {
    items.indices.contains(index) ? items[index] : .null
  }

  /// The text of a string; `nil` for another value.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The items of an array; none for another value.
  package var items: [JSONValue] {
    if case .array(let items) = self { items } else { [] }
  }

  /// The strings among the items of an array.
  package var texts: [String] { items.compactMap(\.text) }

  package var isNull: Bool { self == .null }

  /// The one member of an enum's value.
  package var enumCase: (name: String, value: JSONValue)? {
    guard case .object(let members) = self, members.count == 1, let member = members.first else {
      return nil
    }
    return (member.key, member.value)
  }
}

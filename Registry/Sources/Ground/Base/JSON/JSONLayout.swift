/// The layout of registry files: sorted keys, an indent of two spaces, and one line for each item
/// that is read or merged as a unit.
package struct JSONLayout: Sendable {
  /// Whether the object that the keys lead to is on one line.
  private let isInline: @Sendable ([String]) -> Bool

  package init(isInline: @escaping @Sendable ([String]) -> Bool = { _ in false }) {
    self.isInline = isInline
  }

  package func file(_ value: JSONValue) -> String {
    text(value, at: [], indentation: "") + "\n"
  }

  /// The text of `value` where its first line is indented already.
  package func text(
    _ value: JSONValue,
    at keys: [String],
    indentation: String,
    newline: String = "\n"
  ) -> String {
    switch value {
    case .object(let members) where !members.isEmpty && !isInline(keys):
      let inner = indentation + "  "
      let lines = members.sortedByKey.map { key, value in
        let text = text(value, at: keys + [key], indentation: inner, newline: newline)
        return "\(inner)\(JSONValue.quoted(key)): \(text)"
      }
      return "{\(newline)" + lines.joined(separator: ",\(newline)") + "\(newline)\(indentation)}"
    default:
      return Self.line(value)
    }
  }

  /// The text of `value` on one line.
  package static func line(_ value: JSONValue) -> String {
    switch value {
    case .object(let members) where !members.isEmpty:
      let pairs = members.sortedByKey.map { "\(JSONValue.quoted($0)): \(line($1))" }
      return "{ " + pairs.joined(separator: ", ") + " }"
    case .array(let values):
      return "[" + values.map(line).joined(separator: ", ") + "]"
    default:
      return value.compact
    }
  }
}
